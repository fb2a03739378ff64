import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { queueHashing, passwordProblems } from './passwords'

const problems = () => passwordProblems('Password1', 'password', { owner: {} })

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
  it('is done two at a time, and turned away once too many wait', async () => {
    const { work, seen, open } = waitingWork()
    const flood = Array.from({ length: 100 }, () => queueHashing(work).catch((error: unknown) => error))
    await setImmediate()
    // Estimating a chosen password waits for its turn, too.
    await expect(problems()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    open()
    const shed = (await Promise.all(flood)).filter((result) => result !== 'done')
    expect(seen.most).toBe(2)
    expect(shed).toHaveLength(82)
    for (const error of shed)
      expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfterSeconds: expect.any(Number) } })
    expect(await problems()).toEqual([{ path: 'password', code: 'password_too_common' }])
  })

  it('goes on after work that failed', async () => {
    const failed = queueHashing(() => Promise.reject(new Error('no memory')))
    await expect(failed).rejects.toThrow('no memory')
    expect(await queueHashing(async () => 1)).toBe(1)
  })
})
