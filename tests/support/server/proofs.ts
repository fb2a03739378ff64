import type { ErrorEnvelope } from '@/contract/errors'
import { solveChallenge } from '@/offline/api/challenge-solver'

/** The header with the solution of the challenge that an error brings, as a browser solves it. */
export async function solved(
  error: ErrorEnvelope['error'] | undefined,
): Promise<{ 'proof-of-work': string }> {
  const proof = error?.challenge && (await solveChallenge(error.challenge))
  if (proof === undefined) throw new Error(`no challenge to solve: ${JSON.stringify(error)}`)
  return { 'proof-of-work': proof }
}
