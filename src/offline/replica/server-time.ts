export interface LearntTime {
  /** When it was learnt, epoch ms of the device. */
  syncedAt?: number | undefined
  /** How far the server's clock was ahead of the device's, ms. */
  clockOffsetMs?: number | undefined
}

/** The time at the server, epoch ms, as far as a sync has found this device's clock wrong; else the device's. */
export function serverTimeMs(learnt: LearntTime | undefined, deviceTimeMs: number): number {
  // A clock that was set back since then has been corrected.
  const isSetBack = learnt?.syncedAt !== undefined && deviceTimeMs < learnt.syncedAt
  return deviceTimeMs + (isSetBack ? 0 : (learnt?.clockOffsetMs ?? 0))
}

/** The server's time is exact to the minute, and the response took a while: less than this is no difference. */
const SAME_TIME_MS = 5 * 60_000

/** `serverTime` is epoch seconds, `now` the device's milliseconds. */
export function clockOffset(serverTime: number, now: number): number {
  const offsetMs = serverTime * 1000 - now
  return Math.abs(offsetMs) < SAME_TIME_MS ? 0 : offsetMs
}
