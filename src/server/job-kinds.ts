import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import type { EventLinks, WeekLinks } from '@/server/http/security/event-links'
import type { JobKind, PutOff } from '@/server/jobs/job-runner'
import { previewImport } from '@/server/modules/import/preview-import'
import type { SourceAccess } from '@/server/modules/import/preview-import'
import { mailCountKey } from '@/server/jobs/mails/mail-limits'
import { mailJobs } from '@/server/jobs/mails/send-mail'
import { weekJobs, weekMailJobs } from '@/server/modules/events/week-mail/week-mail-jobs'
import type { Queryable, Database } from '@/server/platform/database/client'
import {
  devices,
  notifications,
  users,
  importSources,
  pushSubscriptions,
  events,
  pushSubscriptionEvents,
  sessions,
} from '@/server/platform/database/schema'
import type { PushSender, WebPushSender, WebPush } from '@/server/platform/push/web-push'
import { importDefaultsSchema } from '@/domain/staff/import'
import type { CsvColumns } from '@/domain/staff/import'
import { findingsOf, noteFindings } from '@/server/modules/import/sources'
import type { ReminderPayload, PushPayload } from '@/contract/accounts/push'
import { REMINDER_KINDS } from '@/domain/events/reminder'
import { localeOf } from '@/messages/error-text'
import type { ProgrammeInMemory } from '@/server/platform/database/events/programme-in-memory'
import { EVENT_STATUSES } from '@/domain/events/event'
import { isActive } from '@/server/http/auth/session'
import type { AppOptions } from './app-options'

interface JobDeps extends Pick<AppOptions, 'db' | 'mailer' | 'config' | 'log' | 'push' | 'webPush'> {
  programme: ProgrammeInMemory
  eventLinks: EventLinks
  weekLinks: WeekLinks
  deriveKey: DeriveKey
  sources: SourceAccess
}

export function jobKinds({
  db,
  mailer,
  config,
  log,
  push,
  webPush,
  programme,
  eventLinks,
  weekLinks,
  deriveKey,
  sources,
}: JobDeps): Record<string, JobKind> {
  const mailDeps = { db, mailer, origin: config.publicOrigin ?? config.mailOrigin, weekLinks }
  return {
    mail: mailJobs({ ...mailDeps, links: eventLinks, countKey: mailCountKey(deriveKey), log }),
    push: pushJobs({ db, push }),
    reminder: reminderJobs({ db, webPush }),
    'web-push': webPushJobs({ db, webPush }),
    reading: nightlyReadings({ db, ...sources }),
    week: weekJobs({ db }),
    'week-mail': weekMailJobs({ ...mailDeps, programme }),
  }
}

const payloadSchema = z.object({ notificationId: z.uuid() })

class PushNotAccepted extends Error {
  override name = 'PushNotAccepted'
}

/** Jobs of the kind 'push': a stored notification to its device. Without a sender (not configured) it stays stored only. */
function pushJobs({ db, push }: { db: Queryable; push: PushSender | undefined }): JobKind {
  return {
    async run({ payload, dedupeKey }) {
      if (push === undefined) return
      const { notificationId } = payloadSchema.parse(payload)
      const [found] = await db
        .select({ notification: notifications, device: devices })
        .from(notifications)
        // The device belongs to the same person: one that has a new owner must not show what was meant for the old one.
        .innerJoin(
          devices,
          and(eq(devices.id, notifications.deviceId), eq(devices.userId, notifications.userId)),
        )
        .innerJoin(users, and(eq(users.id, devices.userId), isNull(users.suspendedAt)))
        .where(eq(notifications.id, notificationId))
      if (found === undefined) return
      const { device, notification } = found
      const { title, body, data } = notification
      const outcome = await push.send({ deviceToken: device.deviceToken, title, body, data, key: dedupeKey })
      if (outcome === 'retry') throw new PushNotAccepted('the message was not accepted')
      // Only the token that is gone deletes it: it may have been renewed meanwhile.
      if (outcome === 'gone')
        await db
          .delete(devices)
          .where(and(eq(devices.id, device.id), eq(devices.deviceToken, device.deviceToken)))
    },
    abort: async () => push?.close(),
  }
}

interface NightlyDeps extends SourceAccess {
  db: Database
}

/** A reading that a stop has cut short is due again after this, for another server or the next start. */
const CUT_SHORT_MS = 60_000

const nightlyReadingPayloadSchema = z.object({ source_id: z.string() })

/** Stores what of it needs a person, and changes no event: who decides previews and imports (`jobs/nightly-imports` enqueues it). */
function nightlyReadings({ db, ...sources }: NightlyDeps): JobKind {
  return {
    async run({ payload, now }) {
      const later = { until: new Date(now.getTime() + CUT_SHORT_MS) }
      if (sources.closing.aborted) return later
      const { source_id: id } = nightlyReadingPayloadSchema.parse(payload)
      const isIt = and(eq(importSources.id, id), eq(importSources.isNightly, true))
      const [source] = await db.select().from(importSources).where(isIt)
      const defaults = importDefaultsSchema.safeParse(source?.mapping['defaults'])
      // Forgotten, or switched off since.
      if (source === undefined || source.url === null || !defaults.success) return
      const preview = await previewImport(
        db,
        {
          source: { url: source.url },
          defaults: defaults.data,
          columns: source.mapping['columns'] as CsvColumns | undefined,
        },
        { ...sources, nowSeconds: Math.floor(now.getTime() / 1000) },
      ).catch((error: unknown) => {
        // A reading that a stop has cut short says nothing about the calendar.
        if (!sources.closing.aborted) throw error
      })
      if (preview === undefined) return later
      await db.transaction((tx) => noteFindings(tx, source, findingsOf(preview), now))
    },
  }
}

const reminderJobSchema = z.object({
  subscriptionId: z.uuid(),
  eventId: z.uuid(),
  day: z.string(),
  kind: z.enum(REMINDER_KINDS),
  until: z.optional(z.number()),
})

/** News of a date that has none any more is kept for a browser that is away for so long, seconds. */
const NEWS_TTL_SECONDS = 86_400

/** A reminder that is due, to its browser, whose words for it are of what its replica has. */
function reminderJobs({ db, webPush }: { db: Queryable; webPush: WebPushSender | undefined }): JobKind {
  return {
    async run({ payload: stored, dedupeKey, now }) {
      if (webPush === undefined) return
      const { subscriptionId, eventId, day, kind, until } = reminderJobSchema.parse(stored)
      const ttlSeconds = until === undefined ? NEWS_TTL_SECONDS : until - Math.floor(now.getTime() / 1000)
      const [subscription] = await db
        .select()
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.id, subscriptionId))
      if (subscription === undefined || ttlSeconds <= 0) return
      const { endpoint, p256dh, auth } = subscription
      const locale = localeOf(subscription.locale)
      const payload: ReminderPayload = { reminder: kind, event_id: eventId, day, locale }
      const push = { endpoint, p256dh, auth, payload, key: dedupeKey, ttlSeconds, isUrgent: true }
      return await deliverWebPush({ db, webPush }, { subscriptionId, push, now })
    },
    isPermanent: isRefusedWebPush,
    abort: async () => webPush?.close(),
  }
}

const sendWebPushJobSchema = z.object({
  subscriptionId: z.uuid(),
  eventId: z.uuid(),
  status: z.enum(EVENT_STATUSES),
})
const NOTIFY_WITHIN_MS = 7 * 86_400_000
const LONGEST_WAIT_MS = 6 * 3_600_000

class WebPushNotAccepted extends Error {
  override name = 'WebPushNotAccepted'
}
class WebPushRefused extends Error {
  override name = 'WebPushRefused'
}

/** Jobs of the kind 'web-push': one review to one browser. Without a sender nobody can have subscribed. */
function webPushJobs({ db, webPush }: { db: Queryable; webPush: WebPushSender | undefined }): JobKind {
  return {
    async run({ payload, dedupeKey, now }): Promise<PutOff | void> {
      if (webPush === undefined) return
      const job = sendWebPushJobSchema.parse(payload)
      const found = await findTarget(db, job, now)
      if (found === undefined) return
      const { endpoint, p256dh, auth } = found.subscription
      const push = { endpoint, p256dh, auth, payload: found.payload, key: dedupeKey }
      return await deliverWebPush({ db, webPush }, { subscriptionId: job.subscriptionId, push, now })
    },
    isPermanent: isRefusedWebPush,
    abort: async () => webPush?.close(),
  }
}

function isRefusedWebPush(error: unknown): boolean {
  return error instanceof WebPushRefused
}

/** Deletes a subscription that is gone. Resolves with when to try again where the push service says so; throws when not accepted. */
async function deliverWebPush(
  { db, webPush }: { db: Queryable; webPush: WebPushSender },
  { subscriptionId, push, now }: { subscriptionId: string; push: WebPush; now: Date },
): Promise<PutOff | undefined> {
  const outcome = await webPush.send(push)
  switch (outcome.kind) {
    case 'delivered':
      return undefined
    case 'gone':
      // Only the endpoint that is gone deletes it: the browser may have got another meanwhile.
      await db
        .delete(pushSubscriptions)
        .where(and(eq(pushSubscriptions.id, subscriptionId), eq(pushSubscriptions.endpoint, push.endpoint)))
      return undefined
    case 'refused':
      throw new WebPushRefused('the message was refused')
    case 'retry':
      if (outcome.afterMs === undefined) throw new WebPushNotAccepted('the message was not accepted')
      return { until: new Date(now.getTime() + Math.min(outcome.afterMs, LONGEST_WAIT_MS)) }
  }
}

/** Finds nothing for an account whose session is over, an event with another owner, or an old review. */
async function findTarget(
  db: Queryable,
  { subscriptionId, eventId, status }: z.infer<typeof sendWebPushJobSchema>,
  now: Date,
) {
  const [found] = await db
    .select({ subscription: pushSubscriptions, event: events, session: sessions, owner: users })
    .from(pushSubscriptions)
    .innerJoin(events, eq(events.id, eventId))
    .leftJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .leftJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(eq(pushSubscriptions.id, subscriptionId))
  if (found === undefined) return undefined
  const { subscription, event, session, owner } = found
  if (event.reviewedAt === null || now.getTime() - event.reviewedAt.getTime() > NOTIFY_WITHIN_MS)
    return undefined
  const isSignedIn = session !== null && owner !== null && isActive(session, owner, now)
  const isOwner = isSignedIn && event.userId !== null && event.userId === subscription.userId
  const [link] = await db
    .select()
    .from(pushSubscriptionEvents)
    .where(
      and(
        eq(pushSubscriptionEvents.subscriptionId, subscriptionId),
        eq(pushSubscriptionEvents.eventId, eventId),
      ),
    )
  if (!isOwner && link === undefined) return undefined
  const payload: PushPayload = {
    status: status === 'PUBLISHED' ? 'PUBLISHED' : 'REJECTED',
    event_id: eventId,
    locale: localeOf(subscription.locale),
    account: isOwner,
  }
  return { subscription, payload }
}
