import { solveChallenge as solve } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { SOLVE_TIMEOUT_MS } from './proof-of-work'
import type { SolveChallenge } from './proof-of-work'

/** Solves off the main thread with the browser's cryptography. The page loads this module when it is needed; the worker cannot. */
export const solveChallenge: SolveChallenge = async (challenge, signal) => {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (signal?.aborted === true) abort()
  signal?.addEventListener('abort', abort)
  try {
    const solution = await solve({ challenge, controller, deriveKey, timeout: SOLVE_TIMEOUT_MS })
    if (solution === null) return undefined
    const { counter, derivedKey } = solution
    const text = JSON.stringify({ challenge, solution: { counter, derivedKey } })
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  } catch {
    // A page that is not secure has no `crypto.subtle`, or the challenge is of another kind.
    return undefined
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
