import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { PushPayload } from '@/contract/accounts/push'
import { EVENT_STATUSES } from '@/domain/events/event'
import { localeOf } from '@/messages/locale-of'
import type { Queryable } from '@/server/platform/database/client'
import {
  events,
  pushSubscriptionEvents,
  pushSubscriptions,
  sessions,
  users,
} from '@/server/platform/database/schema'
import { isActive } from '@/server/http/auth/session-lifetime'
import type { WebPush, WebPushSender } from '@/server/platform/push/web-push'
import type { JobKind, PutOff } from './job-runner'

const jobSchema = z.object({
  subscriptionId: z.uuid(),
  eventId: z.uuid(),
  status: z.enum(EVENT_STATUSES),
})
/** News of last week is none. */
const NOTIFY_WITHIN_MS = 7 * 86_400_000
const LONGEST_WAIT_MS = 6 * 3_600_000

/** The push service did not accept it this time. */
class WebPushNotAccepted extends Error {
  override name = 'WebPushNotAccepted'
}
/** It never will. */
class WebPushRefused extends Error {
  override name = 'WebPushRefused'
}

/** Jobs of the kind 'web-push': one review to one browser. Without a sender nobody can have subscribed. */
export function webPushJobs({ db, webPush }: { db: Queryable; webPush: WebPushSender | undefined }): JobKind {
  return {
    async run({ payload, dedupeKey, now }): Promise<PutOff | void> {
      if (webPush === undefined) return
      const job = jobSchema.parse(payload)
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

export function isRefusedWebPush(error: unknown): boolean {
  return error instanceof WebPushRefused
}

/**
 * Sends one message of a job to a browser, and deletes a subscription that is gone. Resolves with when to try again where the push
 * service names it; throws when the message was not accepted.
 */
export async function deliverWebPush(
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

/**
 * The browser and what it is told, by what holds now: nothing of an account whose session there is over, of an event that is gone
 * or has another owner, or of an old review.
 */
async function findTarget(
  db: Queryable,
  { subscriptionId, eventId, status }: z.infer<typeof jobSchema>,
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
