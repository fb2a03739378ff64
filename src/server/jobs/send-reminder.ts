import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ReminderPayload } from '@/contract/accounts/reminders'
import { REMINDER_KINDS, reminderMoment } from '@/domain/events/reminder'
import { localeOf } from '@/messages/locale-of'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { readEventDates } from '@/server/platform/database/events/date-facts'
import { pushSubscriptions, reminders } from '@/server/platform/database/schema'
import type { WebPushSender } from '@/server/platform/push/web-push'
import type { JobKind, PutOff } from './job-runner'
import { deliverWebPush, isRefusedWebPush } from './send-web-push'

const jobSchema = z.object({
  subscriptionId: z.uuid(),
  eventId: z.uuid(),
  day: z.string(),
  kind: z.enum(REMINDER_KINDS),
  isRemoved: z.optional(z.literal(true)),
})

/** News of a date that has none any more is kept for a browser that is away for so long, seconds. */
const NEWS_TTL_SECONDS = 86_400

/**
 * Jobs of the kind 'reminder': one kind of reminder of a date, to one browser, by what holds now. Nothing is sent of an event that is not
 * published, of a date that has begun, and of a change that was taken back; that an event was deleted is sent.
 */
export function reminderJobs({
  db,
  webPush,
}: {
  db: Queryable
  webPush: WebPushSender | undefined
}): JobKind {
  return {
    async run({ payload, dedupeKey, now }) {
      if (webPush === undefined) return
      const job = jobSchema.parse(payload)
      const { subscriptionId, eventId, day, kind } = job
      const nowSeconds = Math.floor(now.getTime() / 1000)
      if (job.isRemoved) return sendRemoval({ db, webPush }, job, { dedupeKey, now })
      const found = await findReminder(db, job)
      const dates = found && (await readEventDates(db, eventId))
      if (found === undefined || dates === undefined || !found.reminder.before.includes(kind)) return
      const { reminder, subscription } = found
      const date = dates.on(day, reminder.createdAt)
      if (date === undefined ? kind !== 'change' : date.start_time <= nowSeconds) return
      const facts = dates.factsOf(day, reminder.createdAt)
      if (kind === 'change' && reminder.told === facts) return
      // An edit has moved it on while the job was claimed.
      const moment = kind === 'change' || date === undefined ? nowSeconds : reminderMoment(date, kind)
      if (moment > nowSeconds) return { until: atSeconds(moment) }
      const message: ReminderPayload = {
        reminder: kind,
        event_id: eventId,
        day,
        locale: localeOf(subscription.locale),
      }
      const { endpoint, p256dh, auth } = subscription
      const ttlSeconds = date === undefined ? NEWS_TTL_SECONDS : date.start_time - nowSeconds
      const push = { endpoint, p256dh, auth, payload: message, key: dedupeKey, ttlSeconds, isUrgent: true }
      const putOff = await deliverWebPush({ db, webPush }, { subscriptionId, push, now })
      if (putOff !== undefined) return putOff
      return {
        record: (tx) => tx.update(reminders).set({ told: facts }).where(isReminder(job)),
      }
    },
    isPermanent: isRefusedWebPush,
    abort: async () => webPush?.close(),
  }
}

/** The browser's words for it are of what its replica had. */
async function sendRemoval(
  deps: { db: Queryable; webPush: WebPushSender },
  { subscriptionId, eventId, day }: z.infer<typeof jobSchema>,
  { dedupeKey, now }: { dedupeKey: string; now: Date },
): Promise<PutOff | undefined> {
  const [subscription] = await deps.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.id, subscriptionId))
  if (subscription === undefined) return undefined
  const { endpoint, p256dh, auth } = subscription
  const locale = localeOf(subscription.locale)
  const payload: ReminderPayload = { reminder: 'change', event_id: eventId, day, locale }
  const push = {
    endpoint,
    p256dh,
    auth,
    payload,
    key: dedupeKey,
    ttlSeconds: NEWS_TTL_SECONDS,
    isUrgent: true,
  }
  return deliverWebPush(deps, { subscriptionId, push, now })
}

type ReminderOfDate = Pick<z.infer<typeof jobSchema>, 'subscriptionId' | 'eventId' | 'day'>

async function findReminder(db: Queryable, job: ReminderOfDate) {
  const [found] = await db
    .select({ reminder: reminders, subscription: pushSubscriptions })
    .from(reminders)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, reminders.subscriptionId))
    .where(isReminder(job))
  return found
}

function isReminder({ subscriptionId, eventId, day }: ReminderOfDate) {
  return and(
    eq(reminders.subscriptionId, subscriptionId),
    eq(reminders.eventId, eventId),
    eq(reminders.day, day),
  )
}
