import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import type { ProviderEndpoints } from './identity-provider'

export type TokenVerdict =
  | { kind: 'ok'; claims: JWTPayload & { sub: string } }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string }

interface VerifierOptions extends Omit<ProviderEndpoints, 'tokenEndpoint'> {
  clientId: string
  fetch: typeof fetch
  timeoutMs: number
}

/** Both providers sign with this and nothing else; a token that says otherwise is not theirs. */
const ALGORITHMS = ['RS256']
const CLOCK_TOLERANCE_SECONDS = 30

/** The token is at fault. Any other error means that the keys could not be had. */
const TOKEN_FAULTS = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
]

/**
 * Makes a validator of ID tokens (OpenID Connect Core 3.1.3.7): signed by the provider's keys, by the provider, for us, and
 * still valid. The keys are fetched at the first token and cached; a key that is not among them makes it look again.
 */
export function createIdTokenVerifier(options: VerifierOptions): (idToken: string) => Promise<TokenVerdict> {
  const { issuer, clientId, timeoutMs } = options
  const keys = createRemoteJWKSet(new URL(options.jwksUri), {
    timeoutDuration: timeoutMs,
    [customFetch]: options.fetch,
  })
  return async (idToken) => {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'iat', 'exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      })
      const { sub } = payload
      if (sub === undefined || sub === '') return { kind: 'refused', reason: 'no subject' }
      if (!isMeantFor(payload, clientId)) return { kind: 'refused', reason: 'another authorized party' }
      return { kind: 'ok', claims: { ...payload, sub } }
    } catch (error) {
      const reason = error instanceof errors.JOSEError ? error.code : 'keys unreachable'
      return {
        kind: TOKEN_FAULTS.some((fault) => error instanceof fault) ? 'refused' : 'unavailable',
        reason,
      }
    }
  }
}

/** A token for several audiences names the one that requested it. */
function isMeantFor({ aud, azp }: JWTPayload, clientId: string): boolean {
  return Array.isArray(aud) && aud.length > 1 ? azp === clientId : true
}
