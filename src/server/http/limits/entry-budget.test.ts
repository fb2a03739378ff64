import { expect, it } from 'vitest'
import { EntryBudget } from '@/server/http/limits/counters/window-counts'

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
