import * as m from '@/messages/compiled/messages.js'
import type { ProgrammeEvent } from '@/contract/events/events'
import type { OfflineClient } from '@/offline/client/offline-client'
import {
  CALENDAR_TYPE,
  SAVED_FILE_NAME,
  isSavedFile,
  calendarFileId,
  calendarFileName,
  readCalendarQuery,
} from '@/contract/events/calendar-files'
import { stateLabels } from '@/messages/price-text'
import { localeOf } from '@/messages/error-text'
import { serverTimeMs } from '@/offline/replica/server-time'
import { plannedTimes, readPlan } from '@/offline/saved/saved-plan'
import { calendarFile, calendarOfDates } from '@/domain/calendar/calendar-file'
import { currentStates } from '@/domain/events/event-state'
import { inLanguage } from '@/domain/tags/tag'
import type { Replica } from '@/offline/replica/replica'
import { FIRST_BYTE_TIMEOUT_MS } from '@/offline/replica/replica-sync'

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
  return (await calendarFileOnDevice(new URL(request.url), deps)) ?? response ?? Response.error()
}

/** Whether it is the file, or the server's sentence about one that is not there. */
function isOfServer({ ok, status, headers }: Response): boolean {
  const type = headers.get('content-type') ?? ''
  return ok
    ? type.startsWith('text/calendar')
    : (status === 404 || status === 410) && type.startsWith('text/plain')
}

/** Undefined for an address that is none of a calendar file. */
async function calendarFileOnDevice(
  url: URL,
  { replica, nowMs, origin }: Omit<CalendarFileDeps, 'fetch'>,
): Promise<Response | undefined> {
  const id = calendarFileId(url.pathname)
  if (id === undefined) return undefined
  const { lang, ...query } = readCalendarQuery(url.searchParams)
  const locale = localeOf(lang)
  const [stored, sync] = await Promise.all([replica().event(id), replica().sync()])
  if (stored === undefined) return sentence(503, m.calendar_unreachable({}, { locale }))
  const nowSeconds = Math.floor(serverTimeMs(sync, nowMs()) / 1000)
  const { event } = stored
  const context = { origin, nowSeconds, stateLabels: stateLabels(locale) }
  const file = calendarFile(calendarEvent(event, nowSeconds, locale), query, context)
  if (file === 'over') return sentence(410, m.calendar_over({}, { locale }))
  if (file === 'missing') return sentence(404, m.calendar_missing({}, { locale }))
  return calendar(file.text, calendarFileName(event.title))
}

function calendarEvent(event: ProgrammeEvent, nowSeconds: number, locale: 'en' | 'pt') {
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

export function serveCalendarFiles(
  scope: ServiceWorkerGlobalScope,
  replica: CalendarFileDeps['replica'],
): void {
  const { origin } = scope.location
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const url = new URL(request.url)
    if (request.method !== 'GET' || url.origin !== origin || calendarFileId(url.pathname) === undefined)
      return
    event.respondWith(
      respondWithCalendarFile(request, {
        fetch: (address, init) => scope.fetch(address, init),
        replica,
        nowMs: () => Date.now(),
        origin,
      }),
    )
  })
}

type SavedFileDeps = Pick<OfflineClient, 'replica' | 'saved'>

/** It never reaches the server, which knows nothing of what is saved here. */
export async function savedFile(url: URL, deps: SavedFileDeps, nowMs: number): Promise<Response> {
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

export function serveSavedFile(scope: ServiceWorkerGlobalScope, deps: () => SavedFileDeps): void {
  scope.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url)
    if (event.request.method !== 'GET' || url.origin !== scope.location.origin || !isSavedFile(url.pathname))
      return
    event.respondWith(savedFile(url, deps(), Date.now()))
  })
}
