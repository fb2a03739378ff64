import type * as z from 'zod/mini'
import { pushPayloadSchema, reminderPayloadSchema } from '@/contract/accounts/push'
import type { PushPayload, ReminderPayload } from '@/contract/accounts/push'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/error-text'
import type { Timers } from '@/offline/platform/deferred'
import { withTimeout, within } from '@/offline/platform/storage-timeout'
import type { PushRegistration } from '@/offline/push/push-registration'
import type { Replica } from '@/offline/replica/replica'
import type { ReplicaSync } from '@/offline/replica/replica-sync'
import { serverTimeMs } from '@/offline/replica/server-time'
import type { SessionManager } from '@/offline/session/session'
import type { ProgrammeEvent } from '@/contract/events/events'
import { announcementOn, isOff } from '@/domain/events/event-state'
import type { Occurrence } from '@/domain/timetables/recurrence'
import { occurrenceOfDay } from '@/domain/timetables/recurrence'
import { villageDay, villageMidnight } from '@/domain/time/local-time'
import { stateLabels } from '@/messages/price-text'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'

/** The DOM's types lack it: both may be missing, and some browsers send neither. */
interface PushSubscriptionChangeEvent extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
}

const ICON = '/icons/icon-192.png'
/** One colour, as Android wants it in the status bar. */
const BADGE = '/icons/monochrome-512.png'

interface PushClient {
  push: Pick<PushRegistration, 'replaceEndpoint'>
  session: Pick<SessionManager, 'isSignedOut'>
  replica: Pick<Replica, 'readEvent' | 'sync'>
  replicaSync: Pick<ReplicaSync, 'sync'>
}

/** Browsers take the permission away from who shows nothing for long: what the device knows has to do then. */
const SYNC_WITHIN_MS = 5000

/** Shows push notifications: when a submission was reviewed, before a date that the person wants to go to. A press leads to it. */
export function showPushMessages(
  scope: ServiceWorkerGlobalScope,
  client: () => PushClient,
  { timers, nowMs }: { timers: Timers; nowMs: () => number },
): void {
  /** Whether it is of an account that has signed out: sent before the server was told, and nobody's here any more. Silence says nothing. */
  const isOfSignedOut = async (payload: PushPayload | undefined) =>
    payload?.account === true &&
    (await withTimeout(timers, client().session.isSignedOut()).catch(() => false))

  async function remind(payload: ReminderPayload): Promise<void> {
    const { replica, replicaSync } = client()
    const readEvent = () => replica.readEvent(payload.event_id)
    // The sync may bring that the programme has it no more.
    const known = await readEvent().catch(() => undefined)
    await within(timers, SYNC_WITHIN_MS, replicaSync.sync())
    const [stored, sync] = await Promise.all([
      // A storage that cannot be read does not say that the programme has it no more.
      readEvent().catch(() => known),
      replica.sync(),
    ])
    const nowSeconds = Math.floor(serverTimeMs(sync, nowMs()) / 1000)
    const tag = `reminder-${payload.event_id}-${payload.day}`
    // A notification that takes the place of another under its tag makes no sound.
    for (const earlier of await scope.registration.getNotifications({ tag })) earlier.close()
    const path = `/events/${payload.event_id}?date=${payload.day}`
    const labels = stored
      ? reminderLabels(payload, stored.event, nowSeconds)
      : removedLabels(payload, known?.event.title)
    await notify(scope, { ...labels, path, tag, locale: payload.locale })
  }

  scope.addEventListener('push', (event) => {
    const reminder = read(reminderPayloadSchema, event.data)
    if (reminder !== undefined) return event.waitUntil(remind(reminder))
    const payload = read(pushPayloadSchema, event.data)
    event.waitUntil(
      isOfSignedOut(payload).then((isDropped) => (isDropped ? undefined : show(scope, payload))),
    )
  })
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(scope, pathIn(event.notification.data)))
  })
  scope.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription } = event as PushSubscriptionChangeEvent
    ;(event as ExtendableEvent).waitUntil(client().push.replaceEndpoint(oldSubscription?.endpoint))
  })
}

function read<T>(schema: z.ZodMiniType<T>, data: PushMessageData | null): T | undefined {
  try {
    const parsed = schema.safeParse(data?.json())
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Shows a notification for every push: a browser takes the permission away from who often shows nothing. */
function show(scope: ServiceWorkerGlobalScope, payload: PushPayload | undefined): Promise<void> {
  const locale = payload?.locale ?? localeOf(scope.navigator.language.slice(0, 2))
  const labels = payload === undefined ? unknownLabels(locale) : labelsOf(payload)
  // The same news twice is one notification.
  const tag = payload === undefined ? 'review' : `review-${payload.event_id}`
  return notify(scope, { ...labels, tag, locale })
}

function notify(
  scope: ServiceWorkerGlobalScope,
  { title, body, path, tag, locale }: Labels & { tag: string; locale: PushPayload['locale'] },
): Promise<void> {
  const look = { lang: locale, icon: ICON, badge: BADGE }
  return scope.registration.showNotification(title, { body, tag, data: { path }, ...look })
}

interface Labels {
  title: string
  body: string
  /** The address that a tap leads to. */
  path: string
}

function labelsOf({ status, locale, event_id: eventId, account }: PushPayload): Labels {
  if (status === 'PUBLISHED')
    return {
      title: m.push_published_title({}, { locale }),
      body: m.push_published_body({}, { locale }),
      path: `/events/${eventId}`,
    }
  return {
    title: m.push_rejected_title({}, { locale }),
    body: account ? m.push_rejected_body_account({}, { locale }) : m.push_rejected_body({}, { locale }),
    path: account ? '/profile' : '/outbox',
  }
}

function unknownLabels(locale: PushPayload['locale']): Labels {
  return { title: m.push_unknown_title({}, { locale }), body: m.push_unknown_body({}, { locale }), path: '/' }
}

function pathIn(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : '/'
}

/** The tab that shows it already, or a new one: in another tab something may be half written. */
async function open(scope: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = tabs.find(({ url }) => {
    const { pathname, search } = new URL(url)
    return path === pathname || path === pathname + search
  })
  if (shown === undefined) await scope.clients.openWindow(path)
  else await shown.focus()
}

function removedLabels({ reminder, locale }: ReminderPayload, title: string | undefined) {
  if (title !== undefined) return { title, body: m.reminder_removed({}, { locale }) }
  const body = reminder === 'change' ? m.reminder_unknown_change : m.reminder_unknown_body
  return { title: m.reminder_unknown_title({}, { locale }), body: body({}, { locale }) }
}

function reminderLabels(
  { reminder, day, locale }: ReminderPayload,
  event: ProgrammeEvent,
  nowSeconds: number,
) {
  const { state, note } = (event.states && announcementOn(event.states, day)) ?? {}
  const date = occurrenceOfDay({ schedules: event.schedules, rule: event.rule }, day, nowSeconds)
  const isNews = reminder === 'change' && (state === undefined || state === 'on')
  const label =
    state !== undefined && (isOff(state) || reminder === 'change')
      ? stateLabels(locale)[state]
      : isNews
        ? m.reminder_changed({}, { locale })
        : undefined
  const when =
    date === undefined
      ? m.reminder_no_date({ day: dayText(villageMidnight(day), locale) }, { locale })
      : whenText(date, nowSeconds, locale)
  const [place] = event.location_name.split(' - ')
  return {
    title: label === undefined ? event.title : `${label}: ${event.title}`,
    body: [note, when, place].filter((part) => part !== undefined && part !== '').join(' · '),
  }
}

/** The push service may bring it late: the day is compared with the present one. */
function whenText({ start_time, is_all_day }: Occurrence, nowSeconds: number, locale: Locale): string {
  const start = villageDay(start_time)
  const today = villageDay(nowSeconds)
  const tomorrow = villageDay(villageMidnight(today, 1))
  const time = timeText(start_time, locale)
  // Portuguese writes weekdays small, and this begins with a capital.
  const name = dayText(start_time, locale)
  const day = name.charAt(0).toUpperCase() + name.slice(1)
  const inputs = { day, time }
  if (start === today) return (is_all_day ? m.reminder_today_all_day : m.reminder_today)(inputs, { locale })
  if (start === tomorrow)
    return (is_all_day ? m.reminder_tomorrow_all_day : m.reminder_tomorrow)(inputs, { locale })
  return (is_all_day ? m.reminder_on_day_all_day : m.reminder_on_day)(inputs, { locale })
}

/** '7:00 PM', '19:00'. */
function timeText(epochSeconds: number, locale: Locale): string {
  return inVillage(locale, locale === 'en' ? EN_TIME : PT_TIME, epochSeconds)
}

/** 'Saturday, June 20', 'sábado, 20 de junho'. */
function dayText(epochSeconds: number, locale: Locale): string {
  return inVillage(locale, { weekday: 'long', day: 'numeric', month: 'long' }, epochSeconds)
}

const EN_TIME = { hour: 'numeric', minute: '2-digit' } as const
const PT_TIME = { hour: '2-digit', minute: '2-digit' } as const

function inVillage(locale: Locale, options: Intl.DateTimeFormatOptions, epochSeconds: number): string {
  const tag = locale === 'en' ? 'en-US' : 'pt-PT'
  return new Intl.DateTimeFormat(tag, { timeZone: SITE.timeZone, ...options }).format(epochSeconds * 1000)
}
