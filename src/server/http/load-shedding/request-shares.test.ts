import { beforeEach, describe, expect, it } from 'vitest'
import { RequestShares } from './load-shedding'

let now = 0
let shares: RequestShares
beforeEach(() => {
  now = 1_000_000
  shares = new RequestShares({ nowMs: () => now })
})

const request = (network: string, times = 1) =>
  Array.from({ length: times }, () => shares.count(network)).at(-1)?.isOver

describe('RequestShares', () => {
  it('finds the one who asks for most, and nobody else', () => {
    expect(request('a visitor', 20)).toBe(true)
    request('anonymous', 500)
    expect(request('anonymous')).toBe(true)
    expect(request('a visitor')).toBe(false)
    expect(request('somebody new')).toBe(false)
  })

  it('finds all who ask for the same, when together they are too many', () => {
    const networks = Array.from({ length: 50 }, (_, at) => `network ${at}`)
    for (const network of networks) request(network, 10)
    expect(networks.map((network) => request(network))).not.toContain(false)
  })

  it('forgets after ten seconds at most, and not before five', () => {
    request('anonymous', 500)
    request('a visitor')
    now += 6000
    expect(request('anonymous')).toBe(true)
    expect(request('a visitor')).toBe(false)
    now += 10_000
    request('a visitor', 5)
    expect(request('anonymous')).toBe(false)
  })

  it('goes on when the clock is set back', () => {
    request('anonymous', 500)
    now -= 60_000
    request('a visitor', 5)
    expect(request('anonymous')).toBe(false)
  })

  it('holds only so many networks, and counts those beyond for one', () => {
    for (let at = 0; at < 10_000; at += 1) request(`network ${at}`, 3)
    expect(request('one more')).toBe(false)
    for (let at = 0; at < 5; at += 1) request(`another ${at}`)
    expect(request('one more')).toBe(true)
  })
})
