import type { ProgrammeEvent } from '@/contract/events/events'
import {
  CALENDAR_TYPE,
  SAVED_FILE_NAME,
  calendarFileId,
  calendarFileName,
  readCalendarQuery,
} from '@/contract/events/calendar-files'
import { calendarFile, calendarOfDates } from '@/domain/calendar/calendar-file'
import { currentStates } from '@/domain/events/event-state'
import { inLanguage } from '@/domain/tags/tag'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { localeOf } from '@/messages/error-text'
import { stateLabels } from '@/messages/price-text'
import type { Replica } from '@/offline/replica/replica'
import { FIRST_BYTE_TIMEOUT_MS } from '@/offline/replica/replica-sync'
import { serverTimeMs } from '@/offline/replica/server-time'
import { plannedTimes, readPlan } from '@/offline/saved/saved-plan'

interface CalendarFileDeps {
  fetch: (request: Request, init: { signal: AbortSignal }) => Promise<Response>
  replica: () => Pick<Replica, 'event' | 'sync'>
  nowMs: () => number
  origin: string
}

/** The server's, else the same text from the replica. An address with a file behind it, because a phone's calendar opens no blob. */
export async function respondWithCalendarFile(request: Request, deps: CalendarFileDeps): Promise<Response> {
  const signal = AbortSignal.timeout(FIRST_BYTE_TIMEOUT_MS)
  const response = await deps.fetch(request, { signal }).catch(() => undefined)
  // A response of anybody else, a balancer or a captive portal, is no better than the device's own.
  if (response !== undefined && isOfServer(response)) return response
  return (await fileOnDevice(new URL(request.url), deps)) ?? response ?? Response.error()
}

/** It is the file, or the server's sentence about one that is not there. */
function isOfServer({ ok, status, headers }: Response): boolean {
  const type = headers.get('content-type') ?? ''
  return ok
    ? type.startsWith('text/calendar')
    : (status === 404 || status === 410) && type.startsWith('text/plain')
}

/** Undefined for an address that is none of a calendar file. */
async function fileOnDevice(
  { pathname, searchParams }: URL,
  { replica, nowMs, origin }: CalendarFileDeps,
): Promise<Response | undefined> {
  const id = calendarFileId(pathname)
  if (id === undefined) return undefined
  const { lang, ...query } = readCalendarQuery(searchParams)
  const locale = localeOf(lang)
  const [stored, sync] = await Promise.all([replica().event(id), replica().sync()])
  if (stored === undefined) return sentence(503, m.calendar_unreachable({}, { locale }))
  const nowSeconds = Math.floor(serverTimeMs(sync, nowMs()) / 1000)
  const event = calendarEvent(stored.event, nowSeconds, locale)
  const file = calendarFile(event, query, { origin, nowSeconds, stateLabels: stateLabels(locale) })
  if (file === 'over') return sentence(410, m.calendar_over({}, { locale }))
  if (file === 'missing') return sentence(404, m.calendar_missing({}, { locale }))
  return calendar(file.text, calendarFileName(event.title))
}

/** The file of the saved events: no server knows of them. */
export async function savedFile(
  url: URL,
  deps: Parameters<typeof readPlan>[0],
  nowMs: number,
): Promise<Response> {
  const locale = localeOf(url.searchParams.get('lang') ?? '')
  const [plan, sync] = await Promise.all([readPlan(deps), deps.replica.sync()])
  const nowSeconds = Math.floor(serverTimeMs(sync, nowMs) / 1000)
  const toCome = plan
    .filter(({ hasLeft }) => !hasLeft)
    .map((one) => plannedTimes(one, nowSeconds))
    .filter(({ end_time }) => end_time > nowSeconds)
  if (toCome.length === 0) return sentence(404, m.saved_empty({}, { locale }))
  const dates = toCome.map((event) => ({
    event: calendarEvent(event, nowSeconds, locale),
    occurrence: { start_time: event.start_time, end_time: event.end_time, is_all_day: event.is_all_day },
  }))
  const text = calendarOfDates(dates, { origin: url.origin, stateLabels: stateLabels(locale) })
  return calendar(text, SAVED_FILE_NAME, { 'cache-control': 'no-store' })
}

function calendarEvent(event: ProgrammeEvent, nowSeconds: number, locale: Locale) {
  return {
    ...event,
    tags: event.tags.map((tag) => inLanguage(tag, locale)),
    states: event.states && currentStates(event.states, nowSeconds),
  }
}

function calendar(text: string, fileName: string, otherHeaders = {}): Response {
  const headers = {
    'content-type': CALENDAR_TYPE,
    'content-disposition': `inline; filename="${fileName}"`,
    ...otherHeaders,
  }
  return new Response(text, { headers })
}

function sentence(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
