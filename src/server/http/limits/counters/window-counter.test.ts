import { describe, expect, it } from 'vitest'
import { WindowCounter } from './window-counts'

function setUp() {
  let nowMs = 1_000_000
  const counter = new WindowCounter({ nowMs: () => nowMs })
  return { counter, pass: (ms: number) => void (nowMs += ms) }
}

describe('a counter', () => {
  it('counts in a window that begins with the first and ends by itself', () => {
    const { counter, pass } = setUp()
    expect(counter.peek('a')).toEqual({ count: 0, leftMs: 0 })
    counter.add('a', 1000)
    pass(600)
    counter.add('a', 1000)
    counter.add('b', 1000)
    expect(counter.peek('a')).toEqual({ count: 2, leftMs: 400 })
    pass(400)
    expect(counter.peek('a')).toEqual({ count: 0, leftMs: 0 })
    expect(counter.peek('b').count).toBe(1)
    counter.add('a', 1000)
    expect(counter.peek('a')).toEqual({ count: 1, leftMs: 1000 })
  })

  it('takes back what it has counted, and nothing from a later window', () => {
    const { counter, pass } = setUp()
    const takeBack = counter.add('a', 1000)
    const takeBackLater = counter.add('a', 1000)
    takeBack()
    expect(counter.peek('a').count).toBe(1)
    pass(1000)
    counter.add('a', 1000)
    takeBackLater()
    expect(counter.peek('a').count).toBe(1)
  })

  it('forgets what it has not seen for the longest time, and not what is hammered at', () => {
    const { counter } = setUp()
    counter.add('quiet', 1000)
    counter.add('hammered', 1000)
    for (let number = 0; number < 120_000; number += 1) {
      counter.add(`key ${number}`, 1000)
      if (number % 1000 === 0) counter.add('hammered', 1000)
    }
    expect(counter.peek('quiet').count).toBe(0)
    expect(counter.peek('hammered').count).toBe(121)
  })

  it('holds no more keys than it is told, although their windows have ended', () => {
    const counter = new WindowCounter({ nowMs: () => 0 }, 2)
    for (const key of ['a', 'b', 'c']) counter.add(key, 1000)
    expect(['a', 'b', 'c'].map((key) => counter.peek(key).count)).toEqual([0, 1, 1])
  })
})
