import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { POLL_INTERVAL_MS, NOTIFY_DELAY_MS, createWorker, type Worker } from './job-runner'

let polls = 0
/** Ends the poll in flight. */
let end: (dueInMs?: number) => void = () => undefined
let worker: Worker

beforeEach(() => {
  vi.useFakeTimers()
  polls = 0
  worker = createWorker(() => {
    polls += 1
    return new Promise<number | undefined>((resolve) => {
      end = resolve
    })
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets time pass, with all that follows from it. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function startAndRest(): Promise<void> {
  worker.start()
  await pass(0)
  end()
  await pass(0)
}

describe('a worker', () => {
  it('polls when the next job is due, and no later than at the interval', async () => {
    worker.start()
    await pass(0)
    end(12_000)
    await pass(11_999)
    expect(polls).toBe(1)
    await pass(1)
    expect(polls).toBe(2)
    end(10 * POLL_INTERVAL_MS)
    await pass(POLL_INTERVAL_MS)
    expect(polls).toBe(3)
  })

  it('of a job that is due and not its own does not poll without a pause', async () => {
    worker.start()
    await pass(0)
    end(-5000)
    await pass(NOTIFY_DELAY_MS - 1)
    expect(polls).toBe(1)
    await pass(1)
    expect(polls).toBe(2)
  })

  it('is not put off by notification after notification', async () => {
    await startAndRest()
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
