import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { ResponseCache, cachedFor } from './response-cache'

function testClock() {
  let now = 1_000_000
  return {
    nowMs: () => now,
    advance(ms: number) {
      now += ms
    },
  }
}

function counted(...bodies: string[]) {
  let calls = 0
  return {
    compute: async () => ({ text: bodies[Math.min(calls++, bodies.length - 1)] ?? '' }),
    calls: () => calls,
  }
}

describe('ResponseCache', () => {
  it('computes a response once for all concurrent requests of it', async () => {
    const cache = new ResponseCache(testClock(), 1000)
    const source = counted('a')
    await Promise.all([1, 2, 3].map(() => cache.getOrCompute('k', source.compute)))
    await cache.getOrCompute('k', source.compute)
    expect(source.calls()).toBe(1)
  })

  it('computes it again when it is too old, or the clock was set back', async () => {
    const clock = testClock()
    const cache = new ResponseCache(clock, 1000)
    const source = counted('a')
    await cache.getOrCompute('k', source.compute)
    clock.advance(1000)
    await cache.getOrCompute('k', source.compute)
    clock.advance(-1)
    await cache.getOrCompute('k', source.compute)
    expect(source.calls()).toBe(3)
  })

  it('does not cache what began before a write', async () => {
    const cache = new ResponseCache(testClock(), 1000)
    const waiting: ((computed: { text: string }) => void)[] = []
    const slow = cache.getOrCompute('k', () => {
      return new Promise<{ text: string }>((resolve) => {
        waiting.push(resolve)
      })
    })
    cache.clear()
    waiting[0]?.({ text: 'before the write' })
    await slow
    const fresh = await cache.getOrCompute('k', async () => ({ text: 'after the write' }))
    expect(fresh.body.toString()).toBe('after the write')
  })

  it('does not cache a failure', async () => {
    const cache = new ResponseCache(testClock(), 1000)
    await expect(cache.getOrCompute('k', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await cache.getOrCompute('k', async () => ({ text: 'yes' }))).body.toString()).toBe('yes')
  })

  it('is bounded by the bytes it holds, compressed ones included', async () => {
    const cache = new ResponseCache(testClock(), 1000, 100_000)
    const fill = async (key: string) => cache.getOrCompute(key, async () => ({ text: key.repeat(15_000) }))
    const first = await fill('a')
    await fill('b')
    await fill('c')
    expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([true, true, true])
    await cache.getOrCompute('large', async () => ({ text: randomBytes(50_000).toString('latin1') }))
    expect(cache.get('a')).toBeUndefined()
    expect((await cache.compress(first, 'br')).encoded.br).toBeDefined()
    expect(cache.get('a')).toBeUndefined()
    await cache.getOrCompute('too large', async () => ({ text: 'x'.repeat(100_001) }))
    expect(cache.get('too large')).toBeUndefined()
  })

  it('counts what compressing adds', async () => {
    const cache = new ResponseCache(testClock(), 1000, 100_000)
    await cache.getOrCompute('old', async () => ({ text: 'x'.repeat(40_000) }))
    const incompressible = await cache.getOrCompute('k', async () => ({
      text: randomBytes(15_000).toString('hex'),
    }))
    expect(cache.get('old')).toBeDefined()
    cache.get('k')
    const compressed = await cache.compress(incompressible, 'gzip')
    expect(brotliDecompressSync((await cache.compress(compressed, 'br')).encoded.br ?? '')).toEqual(
      incompressible.body,
    )
    expect(cache.get('old')).toBeUndefined()
  })

  it('compresses once for all concurrent requests, and keeps each encoding', async () => {
    const cache = new ResponseCache(testClock(), 1000)
    const response = await cache.getOrCompute('k', async () => ({ text: 'text'.repeat(1000) }))
    const [one, two] = await Promise.all([cache.compress(response, 'br'), cache.compress(response, 'br')])
    expect(one.encoded.br).toBe(two.encoded.br)
    await cache.compress(response, 'gzip')
    expect(Object.keys(cache.get('k')?.encoded ?? {}).toSorted()).toEqual(['br', 'gzip'])
  })

  it('does not bring back what was cleared while it was compressed', async () => {
    const cache = new ResponseCache(testClock(), 1000)
    const response = await cache.getOrCompute('k', async () => ({ text: 'before the write' }))
    const compressing = cache.compress(response, 'br')
    cache.clear()
    await compressing
    expect(cache.get('k')).toBeUndefined()
  })

  it('finds a response by any URL that led to it', async () => {
    const cache = new ResponseCache(testClock(), 1000)
    await cache.getOrCompute('k', async () => ({ text: 'a' }))
    cache.linkUrl('/a?z=1', 'k')
    expect(cache.getByUrl('/a?z=1')?.body.toString()).toBe('a')
    expect(cache.getByUrl('/a?z=2')).toBeUndefined()
    cache.clear()
    expect(cache.getByUrl('/a?z=1')).toBeUndefined()
  })

  it('remembers only so many URLs, and none that is long', async () => {
    const cache = new ResponseCache(testClock(), 1000)
    await cache.getOrCompute('k', async () => ({ text: 'a' }))
    for (let index = 0; index <= 2000; index += 1) cache.linkUrl(`/a?z=${index}`, 'k')
    expect(cache.getByUrl('/a?z=0')).toBeUndefined()
    cache.linkUrl(`/a?z=${'0'.repeat(1000)}`, 'k')
    expect(cache.getByUrl(`/a?z=${'0'.repeat(1000)}`)).toBeUndefined()
  })
})

/** A cache with one response of half an hour ago. */
async function cached() {
  const clock = testClock()
  const cache = new ResponseCache(clock, 1000)
  await cache.getOrCompute('k', async () => ({ text: 'a'.repeat(2000) }))
  clock.advance(1_800_000)
  return { clock, cache }
}
const fail = (error: Error) => async (): Promise<never> => {
  throw error
}

const fallback = async () => ({ text: 'page', staleSeconds: 1800 })

describe('a database that is away', () => {
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

  it('leaves the last response of the hour, with its age, also compressed', async () => {
    const { clock, cache } = await cached()
    const stale = await cache.getOrCompute('k', fail(away))
    expect(stale.headers).toEqual({ age: '1800' })
    expect((await cache.compress(stale, 'br')).headers).toEqual({ age: '1800' })
    clock.advance(1_800_000)
    await expect(cache.getOrCompute('k', fail(away))).rejects.toBe(away)
  })

  it('is not waited for by each request anew, and is as soon as it may be back', async () => {
    const { clock, cache } = await cached()
    const source = counted('fresh')
    await cache.getOrCompute('k', fail(away))
    expect((await cache.getOrCompute('k', source.compute)).headers.age).toBe('1800')
    expect(source.calls()).toBe(0)
    clock.advance(5000)
    expect((await cache.getOrCompute('k', source.compute)).headers).toEqual({})
  })

  it('leaves nothing from before a write: what was taken down stays down', async () => {
    const { cache } = await cached()
    cache.clear()
    await expect(cache.getOrCompute('k', fail(away))).rejects.toBe(away)
  })

  it('is asked once more where nothing stands in: it may be back, and only the connection was broken', async () => {
    const { cache } = await cached()
    cache.clear()
    const attempts = [fail(away), async () => ({ text: 'fresh' }), fail(away)]
    const response = await cache.getOrCompute('k', () => attempts.shift()?.() ?? fail(away)())
    expect(response.body.toString()).toBe('fresh')
    expect(attempts).toHaveLength(1)
  })

  it('is the only reason: another failure is one, whatever was cached', async () => {
    const { cache } = await cached()
    await expect(cache.getOrCompute('k', fail(new Error('a bug')))).rejects.toThrow('a bug')
  })

  it('makes no page to keep of what stands in, and a page that says so gives way to the one from before', async () => {
    const { cache } = await cached()
    expect((await cache.getOrCompute('page', fallback)).headers).toEqual({ age: '1800' })
    expect(cache.get('page')).toBeUndefined()
    expect(
      (await cache.getOrCompute('k', async () => ({ text: 'away', status: 503, isTransient: true }))).status,
    ).toBe(200)
  })
})

const cachedForClock = { ms: 0, nowMs: () => cachedForClock.ms }

test('reads again only when what it has is old', async () => {
  let reads = 0
  const read = cachedFor(cachedForClock, 1000, () => Promise.resolve((reads += 1)))
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  cachedForClock.ms += 999
  expect(await read()).toBe(1)
  cachedForClock.ms += 1
  expect(await read()).toBe(2)
})

test('reads again after a failure', async () => {
  const results = [Promise.reject(new Error('away')), Promise.resolve('here')]
  const read = cachedFor(
    cachedForClock,
    1000,
    () => results.shift() ?? Promise.reject(new Error('too often')),
  )
  await expect(read()).rejects.toThrow('away')
  expect(await read()).toBe('here')
})
