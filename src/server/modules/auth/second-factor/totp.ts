import { Secret, TOTP } from 'otpauth'
import { TOTP_DIGITS } from '@/domain/accounts/second-factor'
import { SITE } from '@/site/site'

/** RFC 4226, 4: at least 128 bits, and 160 are better. */
const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** RFC 6238, 5.2: one step for a slow hand or a clock that is not quite right. */
const WINDOW_STEPS = 1

/** A new secret, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The text of the QR code for an authenticator app: `otpauth://totp/…`. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString()
}

/**
 * The time step that a code belongs to; undefined when it is wrong, or of a step that is not after `lastStep`: a code that
 * somebody looked at over a shoulder works no second time.
 */
export function stepOfCode(
  code: string,
  { secret, lastStep, nowSeconds }: { secret: string; lastStep: number; nowSeconds: number },
): number | undefined {
  const timestamp = nowSeconds * 1000
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS })
  const step = delta === null ? undefined : totp.counter({ timestamp }) + delta
  return step === undefined || step <= lastStep ? undefined : step
}

function totpOf(secret: string, label: string): TOTP {
  // SHA-1: many apps know no other, and HMAC does not suffer from its collisions.
  return new TOTP({
    issuer: SITE.name,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: STEP_SECONDS,
  })
}
