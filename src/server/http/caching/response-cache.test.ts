import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { ApiError } from '@/server/http/errors/errors'
import { ResponseCache, cachedFor, compressed } from './response-cache'

function testClock() {
  let now = 1_000_000
  return {
    nowMs: () => now,
    advance(ms: number) {
      now += ms
    },
  }
}

const say = (text: string) => async () => ({ text })
const fail = (error: Error) => async (): Promise<never> => {
  throw error
}

/** A computation that takes until it is resolved. */
function later() {
  const resolvers: ((computed: { text: string }) => void)[] = []
  const promise = new Promise<{ text: string }>((resolve) => void resolvers.push(resolve))
  return {
    promise,
    resolve: (computed: { text: string }) => resolvers.forEach((resolve) => resolve(computed)),
  }
}

/** A cache, what it has for a key, and how often that was computed. */
function setUp(options: { maxAgeMs?: number; maxBytes?: number; patienceMs?: number } = {}) {
  const { maxAgeMs = 1000, ...rest } = options
  const clock = testClock()
  const cache = new ResponseCache(clock, maxAgeMs, rest)
  const textOf = async (key: string, compute: () => Promise<{ text: string; isTransient?: boolean }>) =>
    (await cache.getOrCompute(key, compute)).body.toString()
  return { clock, cache, textOf }
}

describe('a response for everybody', () => {
  it('is computed once for all who ask at once, and anew when it is old', async () => {
    const { clock, cache, textOf } = setUp()
    await Promise.all(['a', 'b', 'c'].map((text) => textOf('k', say(text))))
    expect(await textOf('k', say('d'))).toBe('a')
    clock.advance(1001)
    expect(await textOf('k', say('e'))).toBe('e')
    expect(cache.counts).toEqual({ hits: 1, misses: 2, stale: 0 })
  })

  it('that was begun before a write is for those who wait, and for nobody after them', async () => {
    const { cache, textOf } = setUp()
    const { promise, resolve } = later()
    const slow = textOf('k', () => promise)
    cache.clear()
    expect(await textOf('k', say('after the write'))).toBe('after the write')
    resolve({ text: 'before the write' })
    expect(await slow).toBe('before the write')
    expect(await textOf('k', say('again'))).toBe('after the write')
  })

  it('is not cached when it failed, is transient, or nothing is to be cached', async () => {
    const { textOf } = setUp()
    await expect(textOf('k', fail(new Error('no')))).rejects.toThrow('no')
    expect(await textOf('k', async () => ({ text: 'mine', isTransient: true }))).toBe('mine')
    expect(await textOf('k', say('yours'))).toBe('yours')
    const { textOf: textOfNow } = setUp({ maxAgeMs: 0 })
    expect([await textOfNow('k', say('one')), await textOfNow('k', say('two'))]).toEqual(['one', 'two'])
  })

  it('is bounded with all others by bytes', async () => {
    const { textOf } = setUp({ maxBytes: 100_000 })
    for (const key of ['a', 'b', 'c']) await textOf(key, say(key.repeat(20_000)))
    expect(await textOf('c', say('new'))).toMatch(/^c+$/)
    expect(await textOf('a', say('new'))).toBe('new')
    await textOf('too large', say('x'.repeat(50_001)))
    expect(await textOf('too large', say('new'))).toBe('new')
  })

  it('is compressed once for all who accept that', async () => {
    const { cache } = setUp()
    const text = randomBytes(1000).toString('hex')
    const one = await cache.getOrCompute('k', say(text))
    const other = await cache.getOrCompute('k', say(text))
    expect(compressed(one, 'br')).toBe(compressed(other, 'br'))
    expect(brotliDecompressSync(await compressed(one, 'br')).toString()).toBe(text)
  })
})

/** A cache with one response of half an hour ago. */
async function halfAnHourAgo(patienceMs = 60_000) {
  const set = setUp({ patienceMs })
  await set.textOf('k', say('old'))
  set.clock.advance(1_800_000)
  return set
}

describe('a response that cannot be computed', () => {
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

  it.each([away, new Error('a bug of the page'), new ApiError('UNAVAILABLE')])(
    'leaves the last one of the hour, with its age (%s)',
    async (error) => {
      const { clock, cache, textOf } = await halfAnHourAgo()
      const { body, headers } = await cache.getOrCompute('k', fail(error))
      expect([body.toString(), headers.age]).toEqual(['old', '1800'])
      expect(await textOf('k', say('fresh'))).toBe('fresh')
      clock.advance(3_600_000)
      await expect(cache.getOrCompute('k', fail(error))).rejects.toBe(error)
    },
  )

  it('because it is gone or refused, leaves nothing', async () => {
    const { cache } = await halfAnHourAgo()
    await expect(cache.getOrCompute('k', fail(new ApiError('NOT_FOUND')))).rejects.toThrow('NOT_FOUND')
  })

  it('leaves nothing from before a write: what was taken down stays down', async () => {
    const { cache } = await halfAnHourAgo()
    const failing = cache.getOrCompute('k', async () => {
      cache.clear()
      throw away
    })
    await expect(failing).rejects.toBe(away)
    await expect(cache.getOrCompute('k', fail(away))).rejects.toBe(away)
  })

  it('where nothing stands in is asked for once more: only the connection may have been broken', async () => {
    const { textOf } = setUp()
    const attempts = [fail(away), say('fresh'), fail(away)]
    expect(await textOf('k', () => attempts.shift()?.() ?? fail(away)())).toBe('fresh')
    expect(attempts).toHaveLength(1)
  })
})

describe('what is read at most once in a while', () => {
  const clock = { ms: 0, nowMs: () => clock.ms }

  test('is read again only when it is old', async () => {
    let reads = 0
    const read = cachedFor(clock, 1000, () => Promise.resolve((reads += 1)))
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    clock.ms += 999
    expect(await read()).toBe(1)
    clock.ms += 1
    expect(await read()).toBe(2)
  })
})
