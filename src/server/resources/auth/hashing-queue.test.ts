import { describe, expect, it } from 'vitest'
import { ApiError } from '@/server/http/api-error'
import { queueHashing } from './hashing-queue'

/** Work that lasts until it is told to end. */
function lastingWork() {
  const ends: (() => void)[] = []
  const seen = { running: 0, most: 0 }
  const work = async (): Promise<string> => {
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    await new Promise<void>((end) => ends.push(end))
    seen.running -= 1
    return 'done'
  }
  /** Ends whatever is running, one after another, until `pending` are all over. */
  const endAll = async (pending: readonly Promise<unknown>[]): Promise<unknown[]> => {
    let over = false
    const all = Promise.all(pending).finally(() => (over = true))
    while (!over) {
      for (const end of ends.splice(0)) end()
      await Promise.resolve()
    }
    return all
  }
  return { work, seen, endAll }
}

describe('work that hashes', () => {
  it('is done one at a time for strangers, and turned away once too many wait', async () => {
    const { work, seen, endAll } = lastingWork()
    const flood = Array.from({ length: 100 }, () =>
      queueHashing('strangers', work).catch((error: unknown) => error),
    )
    const results = await endAll(flood)
    const shed = results.filter((result) => result !== 'done')
    expect(seen.most).toBe(1)
    expect(shed).toHaveLength(75)
    expect(shed[0]).toBeInstanceOf(ApiError)
    for (const error of shed)
      expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfterSeconds: expect.any(Number) } })
  })

  it('does not wait behind strangers for who is known', async () => {
    const { work, endAll } = lastingWork()
    const flood = Array.from({ length: 20 }, () => queueHashing('strangers', work))
    expect(await queueHashing('known', async () => 'at once')).toBe('at once')
    await endAll(flood)
  })

  it('goes on after work that failed', async () => {
    const failed = queueHashing('known', () => Promise.reject(new Error('no memory')))
    await expect(failed).rejects.toThrow('no memory')
    expect(await queueHashing('known', async () => 1)).toBe(1)
  })
})
