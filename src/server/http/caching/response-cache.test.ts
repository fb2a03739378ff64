import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { createResponseCache, cachedFor, compressed } from './response-cache'

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
function setUp({ maxAgeMs = 1000, ...options }: { maxAgeMs?: number; maxBytes?: number } = {}) {
  const clock = testClock()
  const cache = createResponseCache(clock, { maxAgeMs, ...options })
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
    expect(cache.counts).toEqual({ hits: 1, misses: 2 })
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
