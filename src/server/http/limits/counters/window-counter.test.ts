import { describe, expect, it } from 'vitest'
import { WindowCounter, EntryBudget } from './window-counts'

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

it('bounds what is written in a minute, of one network and of all, and tells how much was left out', () => {
  let nowMs = 0
  const budget = new EntryBudget({ nowMs: () => nowMs })
  const takeOften = (network: string, times: number) =>
    Array.from({ length: times }, () => budget.take(network)).filter((left) => left !== undefined).length
  expect(takeOften('one', 50)).toBe(20)
  expect(budget.take('two')).toBe(30)
  expect(
    Array.from({ length: 1000 }, (_, number) => takeOften(`network ${number}`, 1)).filter(Boolean),
  ).toHaveLength(279)
  nowMs += 60_000
  expect(budget.take('one')).toBe(721)
  expect(budget.take('one')).toBe(0)
})

it('knows a network until its own minute ends, whoever comes after it', () => {
  let nowMs = 0
  const budget = new EntryBudget({ nowMs: () => nowMs })
  const takeOnce = (networks: number) => {
    for (let number = 0; number < networks; number += 1) budget.take(`${nowMs} ${number}`)
  }
  takeOnce(1)
  nowMs = 59_000
  for (let times = 0; times < 20; times += 1) budget.take('hammering')
  takeOnce(300)
  nowMs = 60_000
  takeOnce(299)
  expect(budget.take('hammering')).toBeUndefined()
  nowMs = 119_000
  expect(budget.take('hammering')).toBeDefined()
})
