import { describe, expect, it } from 'vitest'
import { ResponseCache } from './response-cache'

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
    compute: async () => bodies[Math.min(calls++, bodies.length - 1)] ?? '',
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
    const waiting: ((body: string) => void)[] = []
    const slow = cache.getOrCompute('k', () => {
      return new Promise<string>((resolve) => {
        waiting.push(resolve)
      })
    })
    cache.clear()
    waiting[0]?.('before the write')
    await slow
    const fresh = await cache.getOrCompute('k', async () => 'after the write')
    expect(fresh.body.toString()).toBe('after the write')
  })

  it('does not cache a failure', async () => {
    const cache = new ResponseCache(testClock(), 1000)
    await expect(cache.getOrCompute('k', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await cache.getOrCompute('k', async () => 'yes')).body.toString()).toBe('yes')
  })

  it('stays small, whatever is requested', async () => {
    const cache = new ResponseCache(testClock(), 1000)
    for (let index = 0; index < 400; index += 1) await cache.getOrCompute(`k${index}`, async () => 'x')
    expect(cache.get('k0')).toBeUndefined()
    expect(cache.get('k399')).toBeDefined()
    await cache.getOrCompute('long'.repeat(1000), async () => 'x')
    expect(cache.get('long'.repeat(1000))).toBeUndefined()
  })
})
