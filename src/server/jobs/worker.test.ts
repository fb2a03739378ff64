import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { POLL_INTERVAL_MS, NOTIFY_DELAY_MS, createWorker, type Worker } from './job-runner'

let polls = 0
/** Ends the poll in flight. */
let end: () => void = () => undefined
let worker: Worker

beforeEach(() => {
  vi.useFakeTimers()
  polls = 0
  worker = createWorker(() => {
    polls += 1
    return new Promise<void>((resolve) => {
      end = resolve
    })
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets time pass, with all that follows from it. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a worker', () => {
  it('is not put off by notification after notification', async () => {
    worker.start()
    await pass(0)
    end()
    await pass(0)
    for (let number = 0; number < 4; number += 1) {
      worker.notify()
      await pass(NOTIFY_DELAY_MS / 2)
    }
    expect(polls).toBe(2)
  })

  it('that is notified during a poll polls again right after it', async () => {
    worker.start()
    await pass(0)
    worker.notify()
    await pass(10 * NOTIFY_DELAY_MS)
    expect(polls).toBe(1)
    end()
    await pass(0)
    expect(polls).toBe(2)
  })

  it('stops when the poll in flight has ended, and starts no other', async () => {
    worker.start()
    await pass(0)
    worker.notify()
    let stopped = false
    const stopping = worker.stop().then(() => (stopped = true))
    await pass(POLL_INTERVAL_MS)
    expect(stopped).toBe(false)
    end()
    await stopping
    await pass(POLL_INTERVAL_MS)
    expect(polls).toBe(1)
  })
})
