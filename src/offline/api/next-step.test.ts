import { describe, expect, it } from 'vitest'
import { ERROR_CODES, ERROR_STATUS, type ErrorCode } from '@/contract/errors'
import { MAX_RETRY_MS, MIN_RETRY_MS, nextStep, type Refused, type Unreachable } from './next-step'

function refused(code: ErrorCode, more: Partial<Refused> = {}): Refused {
  return { kind: 'refused', status: ERROR_STATUS[code], code, message: '', fields: [], ...more }
}

function unreachable(more: Partial<Unreachable> = {}): Unreachable {
  return { kind: 'unreachable', reason: 'network', ...more }
}

describe('the next step after an attempt', () => {
  it.each(ERROR_CODES.map((code) => [code, ERROR_STATUS[code]] as const))(
    'is defined for %s (%i)',
    (code, status) => {
      const step = nextStep(refused(code), 1, 0).do
      const expected =
        code === 'REQUEST_IN_PROGRESS' ||
        code === 'UPLOAD_MISSING' ||
        [408, 425, 429].includes(status) ||
        status >= 500
          ? 'retry'
          : status === 401
            ? 'sign-in'
            : 'needs-attention'
      expect(step).toBe(expected)
    },
  )

  it('is a retry after a status that means later, whatever the code says', () => {
    for (const status of [408, 425, 429, 500, 502, 503, 504, 599])
      expect(nextStep(refused('VALIDATION_FAILED', { status }), 1, 0).do).toBe('retry')
  })

  it.each(['unsent', 'network', 'timeout', 'not-ours', 'aborted'] as const)(
    'is a retry when unreachable: %s',
    (reason) => {
      expect(
        nextStep(unreachable({ reason, status: reason === 'not-ours' ? 200 : undefined }), 1, 0).do,
      ).toBe('retry')
    },
  )

  it('needs attention when a proxy responds that the body is too large', () => {
    expect(nextStep(unreachable({ reason: 'not-ours', status: 413 }), 1, 0)).toEqual({
      do: 'needs-attention',
    })
  })
})

const waits = (attempts: number, random: number) => {
  const step = nextStep(unreachable(), attempts, random)
  return step.do === 'retry' ? step.afterMs : undefined
}

describe('backoff', () => {
  it('is between 2 s and a limit that doubles up to 15 min', () => {
    expect(waits(1, 0)).toBe(MIN_RETRY_MS)
    expect(waits(1, 1)).toBe(4000)
    expect(waits(4, 1)).toBe(32_000)
    expect(waits(40, 0)).toBe(MIN_RETRY_MS)
    expect(waits(40, 1)).toBe(MAX_RETRY_MS)
    expect(waits(3, 0.5)).toBe(9000)
  })

  it('is never shorter than Retry-After', () => {
    expect(nextStep(refused('TOO_MANY_REQUESTS', { retryAfterMs: 60_000 }), 1, 0)).toEqual({
      do: 'retry',
      afterMs: 60_000,
    })
    expect(nextStep(unreachable({ retryAfterMs: 500 }), 1, 0)).toEqual({ do: 'retry', afterMs: MIN_RETRY_MS })
  })
})
