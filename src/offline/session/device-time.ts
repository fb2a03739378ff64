import type { Session } from '@/contract/accounts/auth'
import type { Clock } from '@/offline/platform/clock'

/** How long an access token is assumed to live when the server does not say what time it is there. */
const ASSUMED_SECONDS = 300

/**
 * A session as it was received, its expiry by this device's clock, which may be an hour or years off. Clocks that are
 * right later make tokens look expired: then they are refreshed once.
 */
export function inDeviceTime({ server_time: serverTime, ...session }: Session, clock: Clock): Session {
  const now = Math.floor(clock.now() / 1000)
  const shift = serverTime === undefined ? assumedShift(session, now) : now - serverTime
  return {
    ...session,
    access_token: later(session.access_token, shift),
    refresh_token: later(session.refresh_token, shift),
  }
}

/** A token that is new and seems to have expired says that the clock is ahead. */
function assumedShift({ access_token: { expires_at: expiresAt } }: Session, now: number): number {
  return expiresAt > now ? 0 : now + ASSUMED_SECONDS - expiresAt
}

function later(token: Session['access_token'], bySeconds: number): Session['access_token'] {
  return { ...token, expires_at: token.expires_at + bySeconds }
}
