import { beforeEach, describe, expect, it } from 'vitest'
import { RequestShares } from './request-shares'

let now = 0
let shares: RequestShares
beforeEach(() => {
  now = 1_000_000
  shares = new RequestShares({ nowMs: () => now })
})

const ask = (network: string, times = 1) =>
  Array.from({ length: times }, () => shares.count(network)).at(-1)?.isOver

describe('RequestShares', () => {
  it('finds the one who asks for most, and nobody else', () => {
    expect(ask('a visitor', 20)).toBe(true)
    ask('a stranger', 500)
    expect(ask('a stranger')).toBe(true)
    expect(ask('a visitor')).toBe(false)
    expect(ask('somebody new')).toBe(false)
  })

  it('finds all who ask for the same, when together they are too many', () => {
    const networks = Array.from({ length: 50 }, (_, at) => `network ${at}`)
    for (const network of networks) ask(network, 10)
    expect(networks.map((network) => ask(network))).not.toContain(false)
  })

  it('forgets after ten seconds at most, and not before five', () => {
    ask('a stranger', 500)
    ask('a visitor')
    now += 6000
    expect(ask('a stranger')).toBe(true)
    expect(ask('a visitor')).toBe(false)
    now += 10_000
    ask('a visitor', 5)
    expect(ask('a stranger')).toBe(false)
  })

  it('goes on when the clock is set back', () => {
    ask('a stranger', 500)
    now -= 60_000
    ask('a visitor', 5)
    expect(ask('a stranger')).toBe(false)
  })

  it('holds only so many networks, and counts those beyond for one', () => {
    for (let at = 0; at < 10_000; at += 1) ask(`network ${at}`, 3)
    expect(ask('one more')).toBe(false)
    for (let at = 0; at < 5; at += 1) ask(`another ${at}`)
    expect(ask('one more')).toBe(true)
  })
})
