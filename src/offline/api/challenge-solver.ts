import { solveChallenge as solve } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { SOLVE_TIMEOUT_MS } from './proof-of-work'
import type { SolveChallenge } from './proof-of-work'

/**
 * Solves with the browser's own cryptography, whose work is not on the page's main thread. A module of its own: the page loads it when
 * it is needed, the worker, which cannot, has it.
 */
export const solveChallenge: SolveChallenge = async (challenge, signal) => {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (signal?.aborted === true) abort()
  signal?.addEventListener('abort', abort)
  try {
    const solution = await solve({ challenge, controller, deriveKey, timeout: SOLVE_TIMEOUT_MS })
    if (solution === null) return undefined
    const { counter, derivedKey } = solution
    return toBase64Url(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
  } catch {
    // A page that is not secure has no `crypto.subtle`, or the challenge is of another kind.
    return undefined
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** The base64url of a text that consists of ASCII characters. */
function toBase64Url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
