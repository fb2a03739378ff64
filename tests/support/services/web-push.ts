import { newVapidKeys } from '@/server/config/kept-secrets'
import type { VapidKeys } from '@/server/config/kept-secrets'
import { createWebPush } from '@/server/platform/push/web-push'
import type { WebPushSender } from '@/server/platform/push/web-push'

export const TEST_VAPID_KEYS: VapidKeys = newVapidKeys()

/** The real sender, with the keys of the tests. `extraOrigin`: of a receiver on loopback. */
export function testWebPush(
  options: { extraOrigin?: string; nowMs?: () => number; timeoutMs?: number; keys?: VapidKeys } = {},
): WebPushSender {
  const { keys = TEST_VAPID_KEYS, ...rest } = options
  return createWebPush({ ...keys, subject: 'mailto:guide@example.com', log: { warn: () => {} }, ...rest })
}
