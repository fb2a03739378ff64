import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { PushPayload, ReminderPayload } from '@/contract/accounts/push'
import { REMINDER_KINDS } from '@/domain/events/reminder'
import { localeOf } from '@/messages/error-text'
import { isActive } from '@/server/http/auth/session'
import type { JobKind } from '@/server/jobs/job-runner'
import type { Queryable } from '@/server/platform/database/client'
import {
  devices,
  events,
  notifications,
  pushSubscriptionEvents,
  pushSubscriptions,
  sessions,
  users,
} from '@/server/platform/database/schema'
import type { PushSender } from '@/server/platform/push/apple-push'
import type { WebPush, WebPushSender } from '@/server/platform/push/web-push'
import type { WebPushJob } from '@/server/platform/queue/job-queue'

class PushNotAccepted extends Error {
  override name = 'PushNotAccepted'
}

const pushJob = z.object({ notificationId: z.uuid() })

/** Jobs of the kind 'push': a stored notification to its device. Without a sender (not configured) it stays stored only. */
export function pushJobs({ db, push }: { db: Queryable; push: PushSender | undefined }): JobKind {
  return {
    async run({ payload, dedupeKey }) {
      if (push === undefined) return
      const [found] = await db
        .select({ notification: notifications, device: devices })
        .from(notifications)
        // The device belongs to the same person: one that has a new owner must not show what was meant for the old one.
        .innerJoin(
          devices,
          and(eq(devices.id, notifications.deviceId), eq(devices.userId, notifications.userId)),
        )
        .innerJoin(users, and(eq(users.id, devices.userId), isNull(users.suspendedAt)))
        .where(eq(notifications.id, pushJob.parse(payload).notificationId))
      if (found === undefined) return
      const { id, deviceToken } = found.device
      const { title, body, data } = found.notification
      const outcome = await push.send({ deviceToken, title, body, data, key: dedupeKey })
      if (outcome === 'retry') throw new PushNotAccepted('the message was not accepted')
      // Only the token that is gone deletes it: it may have been renewed meanwhile.
      if (outcome === 'gone')
        await db.delete(devices).where(and(eq(devices.id, id), eq(devices.deviceToken, deviceToken)))
    },
    abort: async () => push?.close(),
  }
}

class WebPushRefused extends Error {
  override name = 'WebPushRefused'
}

const webPushJob: z.ZodMiniType<WebPushJob> = z.object({
  subscriptionId: z.uuid(),
  eventId: z.uuid(),
  review: z.optional(z.enum(['PUBLISHED', 'REJECTED'])),
  reminder: z.optional(
    z.object({ day: z.string(), kind: z.enum(REMINDER_KINDS), until: z.optional(z.number()) }),
  ),
})
const LONGEST_WAIT_MS = 6 * 3_600_000

/** Jobs of the kind 'web-push': one message to one browser. */
export function webPushJobs({ db, webPush }: { db: Queryable; webPush: WebPushSender }): JobKind {
  return {
    async run({ payload: stored, dedupeKey, now }) {
      const job = webPushJob.parse(stored)
      const target = await readTarget(db, job)
      const message = target && (reminderMessage(target, job, now) ?? reviewMessage(target, job, now))
      if (target === undefined || message === undefined) return
      const { id, endpoint, p256dh, auth } = target.subscription
      const outcome = await webPush.send({ endpoint, p256dh, auth, key: dedupeKey, ...message })
      if (outcome.kind === 'refused') throw new WebPushRefused('the message was refused')
      // Only the endpoint that is gone deletes it: the browser may have got another meanwhile.
      if (outcome.kind === 'gone')
        await db
          .delete(pushSubscriptions)
          .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.endpoint, endpoint)))
      if (outcome.kind !== 'retry') return
      if (outcome.afterMs === undefined) throw new PushNotAccepted('the message was not accepted')
      return { until: new Date(now.getTime() + Math.min(outcome.afterMs, LONGEST_WAIT_MS)) }
    },
    isPermanent: (error) => error instanceof WebPushRefused,
    abort: () => webPush.close(),
  }
}

/** A subscription with what decides whether it may be told: the event, who is signed in there, and a visitor's wish. */
async function readTarget(db: Queryable, { subscriptionId, eventId }: WebPushJob) {
  const { subscriptionId: ofSubscription, eventId: ofEvent } = pushSubscriptionEvents
  const [found] = await db
    .select({
      subscription: pushSubscriptions,
      event: events,
      session: sessions,
      owner: users,
      visitors: ofEvent,
    })
    .from(pushSubscriptions)
    .leftJoin(events, eq(events.id, eventId))
    .leftJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .leftJoin(users, eq(users.id, pushSubscriptions.userId))
    .leftJoin(pushSubscriptionEvents, and(eq(ofSubscription, pushSubscriptions.id), eq(ofEvent, eventId)))
    .where(eq(pushSubscriptions.id, subscriptionId))
  return found
}

type Target = NonNullable<Awaited<ReturnType<typeof readTarget>>>
type Message = Pick<WebPush, 'payload' | 'ttlSeconds' | 'isUrgent'>

/** News of a date that has none any more is kept for a browser that is away for so long, seconds. */
const NEWS_TTL_SECONDS = 86_400

/** The browser has the words from what its replica knows of the date. Undefined for another job, and once the date has begun. */
function reminderMessage(
  { subscription }: Target,
  { eventId, reminder }: WebPushJob,
  now: Date,
): Message | undefined {
  if (reminder === undefined) return undefined
  const { kind, day, until } = reminder
  const ttlSeconds = until === undefined ? NEWS_TTL_SECONDS : until - Math.floor(now.getTime() / 1000)
  if (ttlSeconds <= 0) return undefined
  const locale = localeOf(subscription.locale)
  const payload: ReminderPayload = { reminder: kind, event_id: eventId, day, locale }
  return { payload, ttlSeconds, isUrgent: true }
}

const NOTIFY_WITHIN_MS = 7 * 86_400_000

/** Undefined for an account whose session is over, an event with another owner, an old review, and another job. */
function reviewMessage(
  { subscription, event, session, owner, visitors }: Target,
  { eventId, review }: WebPushJob,
  now: Date,
): Message | undefined {
  if (review === undefined || !event?.reviewedAt) return undefined
  if (now.getTime() - event.reviewedAt.getTime() > NOTIFY_WITHIN_MS) return undefined
  const isSignedIn = session !== null && owner !== null && isActive(session, owner, now)
  const isOwner = isSignedIn && event.userId === owner.id
  if (!isOwner && visitors === null) return undefined
  const locale = localeOf(subscription.locale)
  const payload: PushPayload = { status: review, event_id: eventId, locale, account: isOwner }
  return { payload }
}
