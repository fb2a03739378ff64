import type * as z from 'zod/mini'
import {
  pushPayloadSchema,
  reminderPayloadSchema,
  type PushPayload,
  type ReminderPayload,
} from '@/contract/accounts/push'
import type { ProgrammeEvent } from '@/contract/events/events'
import { announcementOn, isOff } from '@/domain/events/event-state'
import { villageDay, villageMidnight } from '@/domain/time/local-time'
import { occurrenceOfDay, type Occurrence } from '@/domain/timetables/recurrence'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { localeOf } from '@/messages/error-text'
import { stateLabels } from '@/messages/price-text'
import { systemTimers, withTimeout, within } from '@/offline/platform/deferred'
import type { PushRegistration } from '@/offline/push/push-registration'
import type { Replica } from '@/offline/replica/replica'
import type { ReplicaSync } from '@/offline/replica/replica-sync'
import { serverTimeMs } from '@/offline/replica/server-time'
import type { SessionManager } from '@/offline/session/session'
import { SITE } from '@/site/site'

export interface PushParts {
  push: () => Pick<PushRegistration, 'settleReplaced'>
  session: () => Pick<SessionManager, 'isSignedOut'>
  replica: () => Pick<Replica, 'event' | 'sync'>
  replicaSync: () => Pick<ReplicaSync, 'sync'>
}

interface Notice {
  title: string
  body: string
  /** The address that a tap leads to. */
  path: string
  tag: string
}

/** Browsers take the permission away from who shows nothing for long: what the device knows has to do then. */
const SYNC_WITHIN_MS = 5000

/** Shows push notifications: when a submission was reviewed, before a date that the person wants to go to. A press leads to it. */
export function showPushMessages(scope: ServiceWorkerGlobalScope, parts: PushParts): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, parts, event.data)))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(scope, (event.notification.data as Pick<Notice, 'path'>).path))
  })
  scope.addEventListener('pushsubscriptionchange', (event) => {
    ;(event as ExtendableEvent).waitUntil(parts.push().settleReplaced())
  })
}

async function show(
  { registration, navigator }: ServiceWorkerGlobalScope,
  parts: PushParts,
  data: PushMessageData | null,
): Promise<void> {
  const reminder = read(reminderPayloadSchema, data)
  const review = read(pushPayloadSchema, data)
  // It was sent before the server was told, and nobody of that account is here any more. Silence says nothing.
  const isSignedOut = () => withTimeout(systemTimers, parts.session().isSignedOut()).catch(() => false)
  if (review?.account === true && (await isSignedOut())) return
  const locale = (reminder ?? review)?.locale ?? localeOf(navigator.language.slice(0, 2))
  const notice = reminder ? await reminderNotice(reminder, parts) : reviewNotice(review, { locale })
  const { title, body, path, tag } = notice
  // A notification that takes the place of another under its tag makes no sound.
  if (reminder) for (const earlier of await registration.getNotifications({ tag })) earlier.close()
  await registration.showNotification(title, {
    body,
    tag,
    data: { path },
    lang: locale,
    icon: '/icons/icon-192.png',
    // One colour, as Android wants it in the status bar.
    badge: '/icons/monochrome-512.png',
  })
}

function read<T>(schema: z.ZodMiniType<T>, data: PushMessageData | null): T | undefined {
  try {
    return schema.safeParse(data?.json()).data
  } catch {
    return undefined
  }
}

/** Browsers demand a notification for every push, also for one that cannot be read. The same news twice is one notification. */
function reviewNotice(review: PushPayload | undefined, options: { locale: Locale }): Notice {
  if (review === undefined) {
    const title = m.push_unknown_title({}, options)
    return { title, body: m.push_unknown_body({}, options), path: '/', tag: 'review' }
  }
  const { status, event_id: eventId, account } = review
  const [title, body, path] =
    status === 'PUBLISHED'
      ? [m.push_published_title, m.push_published_body, `/events/${eventId}`]
      : account
        ? [m.push_rejected_title, m.push_rejected_body_account, '/profile']
        : [m.push_rejected_title, m.push_rejected_body, '/outbox']
  return { title: title({}, options), body: body({}, options), path, tag: `review-${eventId}` }
}

async function reminderNotice(
  payload: ReminderPayload,
  { replica, replicaSync }: PushParts,
): Promise<Notice> {
  const { event_id: id, day } = payload
  const before = await replica().event(id)
  // The sync may bring that the programme has it no more.
  await within(systemTimers, SYNC_WITHIN_MS, replicaSync().sync())
  const [now, sync] = await Promise.all([replica().event(id), replica().sync()])
  const nowSeconds = Math.floor(serverTimeMs(sync, Date.now()) / 1000)
  const labels = now
    ? reminderLabels(payload, now.event, nowSeconds)
    : removedLabels(payload, before?.event.title)
  return { ...labels, path: `/events/${id}?date=${day}`, tag: `reminder-${id}-${day}` }
}

function removedLabels({ reminder, locale }: ReminderPayload, title: string | undefined) {
  if (title !== undefined) return { title, body: m.reminder_removed({}, { locale }) }
  const body = reminder === 'change' ? m.reminder_unknown_change : m.reminder_unknown_body
  return { title: m.reminder_unknown_title({}, { locale }), body: body({}, { locale }) }
}

function reminderLabels(
  { reminder, day, locale }: ReminderPayload,
  { title, states, schedules, rule, location_name: location }: ProgrammeEvent,
  nowSeconds: number,
) {
  const { state, note } = (states && announcementOn(states, day)) ?? {}
  const isNews = reminder === 'change'
  const label =
    state !== undefined && (isOff(state) || isNews)
      ? stateLabels(locale)[state]
      : isNews
        ? m.reminder_changed({}, { locale })
        : undefined
  const date = occurrenceOfDay({ schedules, rule }, day, nowSeconds)
  const when =
    date === undefined
      ? m.reminder_no_date({ day: dayText(villageMidnight(day), locale) }, { locale })
      : whenText(date, nowSeconds, locale)
  const [place] = location.split(' - ')
  return {
    title: label === undefined ? title : `${label}: ${title}`,
    body: [note, when, place].filter((part) => part !== undefined && part !== '').join(' · '),
  }
}

/** The push service may bring it late: the day is compared with the present one. */
function whenText({ start_time, is_all_day }: Occurrence, nowSeconds: number, locale: Locale): string {
  const today = villageDay(nowSeconds)
  const day = dayText(start_time, locale)
  const time = inVillage(locale, { timeStyle: 'short' }, start_time)
  // Portuguese writes weekdays small, and this begins with a capital.
  const inputs = { day: day.charAt(0).toUpperCase() + day.slice(1), time }
  const [timed, allDay] =
    villageDay(start_time) === today
      ? [m.reminder_today, m.reminder_today_all_day]
      : villageDay(start_time) === villageDay(villageMidnight(today, 1))
        ? [m.reminder_tomorrow, m.reminder_tomorrow_all_day]
        : [m.reminder_on_day, m.reminder_on_day_all_day]
  return (is_all_day ? allDay : timed)(inputs, { locale })
}

/** 'Saturday, June 20', 'sábado, 20 de junho'. */
function dayText(epochSeconds: number, locale: Locale): string {
  return inVillage(locale, { weekday: 'long', day: 'numeric', month: 'long' }, epochSeconds)
}

function inVillage(locale: Locale, options: Intl.DateTimeFormatOptions, epochSeconds: number): string {
  const tag = locale === 'en' ? 'en-US' : 'pt-PT'
  return new Intl.DateTimeFormat(tag, { timeZone: SITE.timeZone, ...options }).format(epochSeconds * 1000)
}

/** Focuses the tab that shows the page already, or opens a new one: in another tab something may be half written. */
async function open(scope: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = tabs.find(({ url }) => {
    const { pathname, search } = new URL(url)
    return path === pathname || path === pathname + search
  })
  if (shown === undefined) await scope.clients.openWindow(path)
  else await shown.focus()
}
