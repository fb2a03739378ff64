import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ApiError } from '@/server/http/errors/errors'
import { queueHashing, passwordProblems } from './passwords'
import type { HashingPriority } from './passwords'

const problemsOf = (priority: HashingPriority) =>
  passwordProblems('Password1', 'password', { owner: {}, priority })

/** Work that is not done before `open` is called. */
function waitingWork() {
  const locks: (() => void)[] = []
  const opened = new Promise<void>((resolve) => locks.push(resolve))
  const seen = { running: 0, most: 0 }
  const work = async (): Promise<string> => {
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    await opened
    seen.running -= 1
    return 'done'
  }
  return { work, seen, open: () => locks.forEach((open) => open()) }
}

describe('work that hashes', () => {
  it('is done one at a time for anonymous clients, and turned away once too many wait', async () => {
    const { work, seen, open } = waitingWork()
    const flood = Array.from({ length: 100 }, () =>
      queueHashing('anonymous', work).catch((error: unknown) => error),
    )
    open()
    const shed = (await Promise.all(flood)).filter((result) => result !== 'done')
    expect(seen.most).toBe(1)
    expect(shed).toHaveLength(91)
    expect(shed[0]).toBeInstanceOf(ApiError)
    for (const error of shed)
      expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfterSeconds: expect.any(Number) } })
  })

  it('is also what estimates a chosen password', async () => {
    const { work, open } = waitingWork()
    const flood = Array.from({ length: 9 }, () => queueHashing('anonymous', work))
    await setImmediate()
    await expect(problemsOf('anonymous')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await problemsOf('trusted')).toEqual([{ path: 'password', code: 'password_too_common' }])
    open()
    await Promise.all(flood)
  })

  it('does not wait behind anonymous clients for who is known', async () => {
    const { work, open } = waitingWork()
    const flood = Array.from({ length: 9 }, () => queueHashing('anonymous', work))
    expect(await queueHashing('trusted', async () => 'at once')).toBe('at once')
    open()
    await Promise.all(flood)
  })

  it('goes on after work that failed', async () => {
    const failed = queueHashing('trusted', () => Promise.reject(new Error('no memory')))
    await expect(failed).rejects.toThrow('no memory')
    expect(await queueHashing('trusted', async () => 1)).toBe(1)
  })
})
