import { Secret, TOTP } from 'otpauth'

/** A code of the step after the last one: each works once. */
export const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })
