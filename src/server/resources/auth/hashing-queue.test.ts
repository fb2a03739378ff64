import { describe, expect, it } from 'vitest'
import { ApiError } from '@/server/http/api-error'
import { queueHashing } from './hashing-queue'

describe('work that hashes', () => {
  it('is done two at a time at most, and turned away once too many wait', async () => {
    let running = 0
    let most = 0
    const ends: (() => void)[] = []
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((end) => ends.push(end))
      running -= 1
      return 'done'
    }
    const flood = Array.from({ length: 100 }, () => queueHashing(work).catch((error: unknown) => error))
    await Promise.resolve()
    let done = 0
    const all = Promise.all(flood.map((one) => one.finally(() => (done += 1))))
    while (done < flood.length) {
      ends.splice(0).forEach((end) => end())
      await Promise.resolve()
    }
    const results = await all
    const shed = results.filter((result) => result !== 'done')
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(2)
    expect(shed.length).toBeGreaterThanOrEqual(70)
    expect(shed.length).toBeLessThan(100)
    for (const error of shed)
      expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfterSeconds: expect.any(Number) } })
    expect(shed[0]).toBeInstanceOf(ApiError)
  })

  it('goes on after work that failed', async () => {
    await expect(queueHashing(() => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory')
    expect(await queueHashing(async () => 1)).toBe(1)
  })
})
