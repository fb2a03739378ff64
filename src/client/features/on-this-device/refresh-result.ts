import * as m from '@/messages/compiled/messages.js'
import type { SyncReport } from '@/offline/replica/replica-sync'

/** What a refresh came to, in a sentence. */
export function refreshResult({ programme, images }: SyncReport): { isFailure: boolean; text: string } {
  if (programme === 'unreachable') return { isFailure: true, text: m.device_refresh_unreachable() }
  if (programme !== 'synced') return { isFailure: true, text: m.device_refresh_failed() }
  if (images === 'failed') return { isFailure: true, text: m.device_refresh_images_failed() }
  return { isFailure: false, text: m.device_refreshed() }
}
