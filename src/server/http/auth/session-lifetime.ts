import type { Role } from '@/domain/accounts/permission'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** A device that was not used for this long signs in again. An open page refreshes by itself, so it counts as used. */
const IDLE_SECONDS: Record<Role, number> = { USER: 30 * DAY_SECONDS, ADMIN: 12 * HOUR_SECONDS }
/** The session ends after this time, however often it was used. */
const ABSOLUTE_SECONDS = 90 * DAY_SECONDS

interface SessionTimes {
  createdAt: Date
  /** The time of the last sign-in or refresh. */
  lastUsedAt: Date
  expiresAt: Date
  revokedAt: Date | null
}

interface SessionOwner {
  role: Role
  suspendedAt: Date | null
}

/** When a session ends that is used now. */
export function sessionEnd(createdAt: Date, role: Role, now: Date): Date {
  return earlier(after(now, IDLE_SECONDS[role]), after(createdAt, ABSOLUTE_SECONDS))
}

/** When a session ends unless it is used again. The role is its owner's of now: whoever was promoted since has the shorter time. */
export function endOf({ createdAt, lastUsedAt, expiresAt }: SessionTimes, role: Role): Date {
  return earlier(expiresAt, sessionEnd(createdAt, role, lastUsedAt))
}

/** Whether a session is still good: of nobody who is suspended. */
export function isActive(session: SessionTimes, owner: SessionOwner, now: Date): boolean {
  return session.revokedAt === null && owner.suspendedAt === null && endOf(session, owner.role) > now
}

function after(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}
