import type { Role } from '@/domain/permission'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** A device that was not used for this long signs in again: an administrator's at the latest on the next day. */
const IDLE_SECONDS: Record<Role, number> = { USER: 30 * DAY_SECONDS, ADMIN: 12 * HOUR_SECONDS }
/** However often it was used. */
const ABSOLUTE_SECONDS = 90 * DAY_SECONDS

interface SessionTimes {
  createdAt: Date
  /** Of the last sign-in or refresh. */
  lastUsedAt: Date
  expiresAt: Date
  revokedAt: Date | null
}

/** When a session ends that is used now. */
export function sessionEnd(createdAt: Date, role: Role, now: Date): Date {
  return earlier(after(now, IDLE_SECONDS[role]), after(createdAt, ABSOLUTE_SECONDS))
}

/** Whether a session is still good. Its owner's role is the one of now: whoever was promoted since has the shorter time. */
export function isAlive(
  { createdAt, lastUsedAt, expiresAt, revokedAt }: SessionTimes,
  role: Role,
  now: Date,
) {
  return revokedAt === null && earlier(expiresAt, sessionEnd(createdAt, role, lastUsedAt)) > now
}

function after(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}
