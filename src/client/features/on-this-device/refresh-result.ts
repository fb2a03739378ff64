import * as m from '@/messages/compiled/messages.js'
import type { RefreshReport } from './refresh-programme'

/** The result of a refresh in a sentence. */
export function refreshResult({ programme, images, isShellComplete }: RefreshReport): {
  isFailure: boolean
  text: string
} {
  if (programme === 'unreachable') return { isFailure: true, text: m.device_refresh_unreachable() }
  if (programme !== 'synced') return { isFailure: true, text: m.device_refresh_failed() }
  if (isShellComplete === false) return { isFailure: true, text: m.device_refresh_shell_failed() }
  if (images === 'failed') return { isFailure: true, text: m.device_refresh_images_failed() }
  return { isFailure: false, text: m.device_refreshed() }
}
