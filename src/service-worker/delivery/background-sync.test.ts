import { describe, expect, it, vi } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { deliverOrFail } from './background-sync'

/** An outbox that leaves so many entries for want of a network, delivery by delivery, the last number for ever. */
function leaving(...lefts: [number, ...number[]]) {
  const outbox = {
    deliver: vi.fn(async () => {
      const left = lefts.length > 1 ? (lefts.shift() ?? 0) : lefts[0]
      return { left, nextAttemptInMs: undefined, unreached: left }
    }),
  }
  return { outbox, session: { reportEndings: vi.fn(async () => 0) } }
}

/** Makes a sync event in which time passes at once. */
function event({ isLastChance = false, newVersionAfterMs = Infinity } = {}) {
  const clock = fakeClock(Date.UTC(2026, 5, 15, 10))
  const timers = {
    after(delayMs: number, run: () => void) {
      const cancel = clock.after(delayMs, run)
      clock.advance(delayMs)
      return cancel
    },
  }
  const registerAgain = vi.fn(async () => {})
  const begunAt = clock.now()
  const tookMs = () => clock.now() - begunAt
  const isSuperseded = () => tookMs() >= newVersionAfterMs
  const context = { isLastChance, isSuperseded, registerAgain, clock, timers }
  return { context, registerAgain, tookMs }
}

describe('a background sync', () => {
  it('is done when nothing is left', async () => {
    const client = leaving(0)
    const { context, registerAgain, tookMs } = event({ isLastChance: true })
    await deliverOrFail(client, context)
    expect(client.outbox.deliver).toHaveBeenCalledExactlyOnceWith({ networkIsBack: true })
    expect(registerAgain).not.toHaveBeenCalled()
    expect(tookMs()).toBe(0)
  })

  it('sends within ten seconds when the network comes back while it lasts', async () => {
    const client = leaving(1, 1, 1, 0)
    const { context, tookMs } = event()
    await deliverOrFail(client, context)
    expect(client.outbox.deliver).toHaveBeenCalledTimes(4)
    expect(tookMs()).toBe(30_000)
  })

  it('rejects after two minutes while something is left, so that the browser fires it again', async () => {
    const { context, registerAgain, tookMs } = event()
    await expect(deliverOrFail(leaving(2), context)).rejects.toThrow('2 entries')
    expect(tookMs()).toBe(120_000)
    expect(registerAgain).not.toHaveBeenCalled()
  })

  it('ends for a new version of the worker, which waits for it', async () => {
    const { context, tookMs } = event({ newVersionAfterMs: 15_000 })
    await expect(deliverOrFail(leaving(1), context)).rejects.toThrow('1 entries')
    expect(tookMs()).toBe(20_000)
  })

  it('does not wait for a server that was reached and is busy', async () => {
    const { context, tookMs } = event()
    const client = leaving(1)
    client.outbox.deliver.mockResolvedValue({ left: 1, nextAttemptInMs: undefined, unreached: 0 })
    await expect(deliverOrFail(client, context)).rejects.toThrow('1 entries')
    expect(tookMs()).toBe(0)
  })

  it('rejects while the server does not know that a session was ended', async () => {
    const client = { ...leaving(0), session: { reportEndings: vi.fn(async () => 1) } }
    await expect(deliverOrFail(client, event().context)).rejects.toThrow('1 sessions')
  })

  it('registers another when it was the last chance', async () => {
    const { context, registerAgain } = event({ isLastChance: true })
    await expect(deliverOrFail(leaving(1), context)).rejects.toThrow()
    expect(registerAgain).toHaveBeenCalledOnce()
  })

  it('registers another also when the device fails at the last chance', async () => {
    const failing = event({ isLastChance: true })
    const client = leaving(1)
    client.outbox.deliver.mockRejectedValue(new Error('The storage failed'))
    await expect(deliverOrFail(client, failing.context)).rejects.toThrow('The storage failed')
    expect(failing.registerAgain).toHaveBeenCalledOnce()
  })
})
