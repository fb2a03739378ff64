import type { SyncRecord } from './database'

/** The time at the server, epoch ms, as far as a sync has found this device's clock wrong; else the device's. */
export function serverTimeMs(sync: SyncRecord | undefined, deviceTimeMs: number): number {
  // A clock that was set back since then has been corrected.
  const isSetBack = sync?.syncedAt !== undefined && deviceTimeMs < sync.syncedAt
  return deviceTimeMs + (isSetBack ? 0 : (sync?.clockOffsetMs ?? 0))
}
