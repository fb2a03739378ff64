import { describe, expect, it } from 'vitest'
import { AnswerCache } from './answer-cache'

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
    make: async () => bodies[Math.min(calls++, bodies.length - 1)] ?? '',
    calls: () => calls,
  }
}

describe('AnswerCache', () => {
  it('answers one question once for all who ask it at the same time', async () => {
    const cache = new AnswerCache(testClock(), 1000)
    const source = counted('a')
    await Promise.all([1, 2, 3].map(() => cache.answer('k', source.make)))
    await cache.answer('k', source.make)
    expect(source.calls()).toBe(1)
  })

  it('asks anew when the answer is too old, or the clock was set back', async () => {
    const clock = testClock()
    const cache = new AnswerCache(clock, 1000)
    const source = counted('a')
    await cache.answer('k', source.make)
    clock.advance(1000)
    await cache.answer('k', source.make)
    clock.advance(-1)
    await cache.answer('k', source.make)
    expect(source.calls()).toBe(3)
  })

  it('does not keep what was begun before a write', async () => {
    const cache = new AnswerCache(testClock(), 1000)
    const waiting: ((body: string) => void)[] = []
    const slow = cache.answer('k', () => {
      return new Promise<string>((resolve) => {
        waiting.push(resolve)
      })
    })
    cache.drop()
    waiting[0]?.('before the write')
    await slow
    const fresh = await cache.answer('k', async () => 'after the write')
    expect(fresh.body.toString()).toBe('after the write')
  })

  it('does not keep a failure', async () => {
    const cache = new AnswerCache(testClock(), 1000)
    await expect(cache.answer('k', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await cache.answer('k', async () => 'yes')).body.toString()).toBe('yes')
  })

  it('stays small, whatever is asked', async () => {
    const cache = new AnswerCache(testClock(), 1000)
    for (let index = 0; index < 400; index += 1) await cache.answer(`k${index}`, async () => 'x')
    expect(cache.get('k0')).toBeUndefined()
    expect(cache.get('k399')).toBeDefined()
    await cache.answer('long'.repeat(1000), async () => 'x')
    expect(cache.get('long'.repeat(1000))).toBeUndefined()
  })
})
