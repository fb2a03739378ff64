import { describe, expect, it } from 'vitest'
import type { Caller } from '@/server/http/limits/device-cookie'
import { LimitCounters } from '@/server/http/limits/request-limiter'
import { LIMITS } from '@/server/http/limits/limits'
import type { Limit } from '@/server/http/limits/limits'
import { createOwnCounts } from './window-counts'

const unknownCaller = (network: string): Caller => ({
  networks: [network],
  accountId: undefined,
  email: 'owner@example.com',
  deviceId: undefined,
  formToken: undefined,
  isUnknown: false,
})

const newcomer = (number: number): Caller => ({
  ...unknownCaller(`10.0.0.${number}`),
  email: `${number}@a.pt`,
})
const neighbour = (number: number): Caller => ({
  ...unknownCaller(`192.0.2.${number}`),
  networks: [`192.0.2.${number}`, '192.0.2.*'],
})

describe('limits that nobody is refused by', () => {
  const limits: Limit[] = [{ by: 'email', max: 10, windowMs: 1000, beyond: 'proof', slows: true }]

  it('ask for more work at twice, four and eight times as many, and for more time, both with an end', async () => {
    const counters = new LimitCounters(createOwnCounts({ nowMs: () => 0 }))
    const results = new Map<number, unknown>()
    for (let count = 0; count <= 2000; count += 1) {
      const result = await counters.check('login', limits, unknownCaller(String(count)))
      if ([9, 10, 19, 20, 40, 80, 160, 2000].includes(count))
        results.set(count, result.kind === 'allowed' && [result.proofLevel, result.slowMs])
      await counters.add('login', limits, unknownCaller(String(count)))
    }
    expect([...results]).toEqual([
      [9, [undefined, 0]],
      [10, [0, 20]],
      [19, [0, 200]],
      [20, [1, 220]],
      [40, [2, 620]],
      [80, [3, 1420]],
      [160, [3, 2000]],
      [2000, [3, 2000]],
    ])
  })
})

it('registrations from ever new networks take a proof of work beyond 60 an hour, and end at 600', async () => {
  let nowMs = 0
  const counters = new LimitCounters(createOwnCounts({ nowMs: () => nowMs }))
  const resultOf = (number: number) => counters.check('register', LIMITS.register ?? [], newcomer(number))
  for (let number = 0; number < 600; number += 1) {
    const result = await resultOf(number)
    expect(result.kind === 'allowed' && result.proofLevel !== undefined).toBe(number >= 60)
    await counters.add('register', LIMITS.register ?? [], newcomer(number))
  }
  expect(await resultOf(600)).toEqual({ kind: 'refused', leftMs: 3_600_000 })
  nowMs = 3_600_000
  expect(await resultOf(600)).toMatchObject({ kind: 'allowed', proofLevel: undefined })
})

it('what is refused is not counted, so a flood does not make it harder for others', async () => {
  const counters = new LimitCounters(createOwnCounts({ nowMs: () => 0 }))
  const limits: Limit[] = [
    { by: 'network', max: 2, windowMs: 1000 },
    { by: 'email', max: 100, windowMs: 1000, beyond: 'proof' },
  ]
  for (let attempt = 0; attempt < 500; attempt += 1)
    if ((await counters.check('login', limits, unknownCaller('10.0.0.1'))).kind === 'allowed')
      await counters.add('login', limits, unknownCaller('10.0.0.1'))
  expect(await counters.check('login', limits, unknownCaller('10.0.0.2'))).toEqual({
    kind: 'allowed',
    proofLevel: undefined,
    slowMs: 0,
  })
})

it('a narrow limit leaves the neighbours of who exceeds it alone', async () => {
  const counters = new LimitCounters(createOwnCounts({ nowMs: () => 0 }))
  const limits: Limit[] = [{ by: 'network', max: 1, windowMs: 1000, isNarrow: true }]
  for (let number = 1; number <= 50; number += 1) await counters.add('refresh', limits, neighbour(number))
  expect((await counters.check('refresh', limits, neighbour(1))).kind).toBe('refused')
  expect((await counters.check('refresh', limits, neighbour(51))).kind).toBe('allowed')
})
