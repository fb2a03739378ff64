import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Queryable } from '@/server/platform/database/client'
import { devices, notifications, users } from '@/server/platform/database/schema'
import type { PushSender } from '@/server/platform/push/push-sender'
import type { JobKind } from './job-runner'

const payloadSchema = z.object({ notificationId: z.uuid() })

/** Thrown when Apple did not accept it this time. */
class PushNotAccepted extends Error {
  override name = 'PushNotAccepted'
}

/** Jobs of the kind 'push': a stored notification to its device. Without a sender (not configured) it stays stored only. */
export function pushJobs({ db, push }: { db: Queryable; push: PushSender | undefined }): JobKind {
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
