import { expect, it } from 'vitest'
import { MAX_PHOTO_BYTES } from '@/domain/events/event'
import { solveChallenge } from '@/offline/api/challenge-solver'
import { SOLVE_TIMEOUT_MS } from '@/offline/api/proof-of-work'
import { timeoutOf } from '@/offline/outbox/entry-state'
import { keysFrom } from '@/server/http/auth/signed-token'
import { createProofOfWork } from './proof-of-work'

const MINUTE_MS = 60_000

it('a proof of work is good for as long as the slowest phone solves and sends the largest photo, and not for ever', async () => {
  let nowMs = Date.UTC(2026, 5, 15, 10)
  const proofs = createProofOfWork(keysFrom('a secret'), { nowMs: () => nowMs })
  const solution = await solveChallenge(await proofs.challenge('submitEvent', 0))
  const largest = { bytes: new ArrayBuffer(MAX_PHOTO_BYTES), type: 'image/jpeg' as const, name: 'large.jpg' }
  nowMs += SOLVE_TIMEOUT_MS + timeoutOf({ photo: largest })
  expect(await proofs.read(solution, 'submitEvent')).toBeDefined()
  nowMs += 10 * MINUTE_MS
  expect(await proofs.read(solution, 'submitEvent')).toBeUndefined()
})
