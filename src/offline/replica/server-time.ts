import type { SyncRecord } from './database'

/** The time at the server, epoch ms, as far as a sync has found this device's clock wrong; else the device's. */
export function serverTimeMs(sync: SyncRecord | undefined, deviceTimeMs: number): number {
  // A clock that was set back since then has been corrected.
  const isSetBack = sync?.syncedAt !== undefined && deviceTimeMs < sync.syncedAt
  return deviceTimeMs + (isSetBack ? 0 : (sync?.clockOffsetMs ?? 0))
}

/** The server's time is exact to the minute, and the response took a while: less than this is no difference. */
const SAME_TIME_MS = 5 * 60_000

/** How far the server's clock is ahead of the device's, in milliseconds; undefined for no difference. */
export function clockOffset(serverTime: number, now: number): number | undefined {
  const offsetMs = serverTime * 1000 - now
  return Math.abs(offsetMs) < SAME_TIME_MS ? undefined : offsetMs
}
