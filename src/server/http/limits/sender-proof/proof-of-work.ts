import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2'
import { solvedChallengeSchema } from '@/contract/proof-of-work'
import type { Challenge } from '@/contract/proof-of-work'
import type { Clock } from '@/server/platform/process/clock'
import type { DeriveKey } from '@/server/http/auth/derived-key'
import type { CountedToken } from './used-tokens'

const ALGORITHM = 'PBKDF2/SHA-256'
/**
 * Iterations of one try. A solution takes 256 tries on average: some 0.1 s of a fast machine's core, 1 s of a slow phone's,
 * and half a millisecond of ours to verify. Each level doubles it.
 */
const COST = 1000
const KEY_PREFIX = '00'
/** A slow phone needs some 8 s for the highest. */
export const MAX_PROOF_LEVEL = 3
/** The slowest phone solves for half a minute, then sends its photo of 10 MB for 12 minutes: read when all of that is here. */
const LIFETIME_MS = 20 * 60_000
/** A challenge with its solution has some 600 characters. */
const MAX_HEADER_CHARS = 2000

export interface ProofOfWork {
  /** A signed challenge for one purpose (such as an attempt to sign in to one account); `level` counts doublings of the work. */
  challenge(purpose: string, level: number): Promise<Challenge>
  /** The solved challenge in a header; undefined when it is none of ours, wrong, too old, or for another purpose. */
  read(header: string | undefined, purpose: string): Promise<CountedToken | undefined>
}

/**
 * Challenges that cost a script time and a person none of theirs (altcha). Asked for under pressure only. They are signed and
 * stored nowhere; that each is used once is for who reads them to see to.
 */
export function createProofOfWork(deriveKey: DeriveKey, clock: Clock): ProofOfWork {
  const hmacSignatureSecret = deriveKey('proof of work').toString('hex')
  return {
    async challenge(purpose, level) {
      const made = await createChallenge({
        algorithm: ALGORITHM,
        cost: COST * 2 ** Math.min(level, MAX_PROOF_LEVEL),
        keyPrefix: KEY_PREFIX,
        // altcha's own expiry knows only the machine's clock.
        data: { purpose, expiresAtMs: clock.nowMs() + LIFETIME_MS },
        deriveKey: pbkdf2,
        hmacSignatureSecret,
      })
      return made as Challenge
    },
    async read(header, purpose) {
      const solved = parse(header)
      if (solved === undefined) return undefined
      const { nonce, data } = solved.challenge.parameters
      const expiresAtMs = Number(data['expiresAtMs'])
      if (data['purpose'] !== purpose || !(expiresAtMs > clock.nowMs())) return undefined
      // The signature is looked at first: a made-up challenge costs no derivation of a key.
      const result = await verifySolution({ ...solved, deriveKey: pbkdf2, hmacSignatureSecret }).catch(
        () => undefined,
      )
      return result?.verified === true ? { id: `proof ${nonce}`, expiresAtMs } : undefined
    },
  }
}

function parse(header: string | undefined) {
  if (header === undefined || header.length > MAX_HEADER_CHARS) return undefined
  try {
    return solvedChallengeSchema.parse(JSON.parse(Buffer.from(header, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}
