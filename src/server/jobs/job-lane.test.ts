import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ROUND_MS, WAKE_MS, createLane } from './job-lane'
import type { Lane } from './job-lane'

let rounds = 0
/** Ends the round under way. */
let end: () => void = () => undefined
let lane: Lane

beforeEach(() => {
  vi.useFakeTimers()
  rounds = 0
  lane = createLane(() => {
    rounds += 1
    return new Promise<void>((resolve) => {
      end = resolve
    })
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Time passes, with all that follows from it. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function startAndRest(): Promise<void> {
  lane.start()
  await pass(0)
  end()
  await pass(0)
}

describe('a lane', () => {
  it('has a round at its start, and others by the clock', async () => {
    await startAndRest()
    expect(rounds).toBe(1)
    await pass(ROUND_MS)
    expect(rounds).toBe(2)
  })

  it('that is woken has a round soon', async () => {
    await startAndRest()
    lane.wake()
    await pass(WAKE_MS)
    expect(rounds).toBe(2)
  })

  it('that is woken again and again is not put off by that', async () => {
    await startAndRest()
    for (let number = 0; number < 4; number += 1) {
      lane.wake()
      await pass(WAKE_MS / 2)
    }
    expect(rounds).toBe(2)
  })

  it('makes one round of the wakes of one moment', async () => {
    await startAndRest()
    for (let number = 0; number < 4; number += 1) lane.wake()
    await pass(WAKE_MS)
    end()
    await pass(ROUND_MS - 1)
    expect(rounds).toBe(2)
  })

  it('that is woken during a round has another right after it', async () => {
    lane.start()
    await pass(0)
    lane.wake()
    await pass(10 * WAKE_MS)
    expect(rounds).toBe(1)
    end()
    await pass(0)
    expect(rounds).toBe(2)
  })

  it('does nothing before it is started and after it has stopped', async () => {
    lane.wake()
    await pass(ROUND_MS)
    expect(rounds).toBe(0)
    await startAndRest()
    await lane.stop()
    lane.wake()
    await pass(ROUND_MS)
    expect(rounds).toBe(1)
  })

  it('stops when the round under way has ended, and begins no other', async () => {
    lane.start()
    await pass(0)
    lane.wake()
    let stopped = false
    const stopping = lane.stop().then(() => (stopped = true))
    await pass(ROUND_MS)
    expect(stopped).toBe(false)
    end()
    await stopping
    await pass(ROUND_MS)
    expect(rounds).toBe(1)
  })
})
