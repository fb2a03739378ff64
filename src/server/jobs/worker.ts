/** Works off one kind of job: a job that hangs holds up its own kind only. */
export interface Worker {
  /** Polls at once, and then at every interval. */
  start(): void
  /** Called when a job was enqueued: polls soon, or right after the poll in flight, which may have looked too early. */
  notify(): void
  /** Starts no other poll, and settles when the one in flight has ended. */
  stop(): Promise<void>
}

export const POLL_INTERVAL_MS = 20_000
/** The delay makes one poll of several writes of one moment. */
export const NOTIFY_DELAY_MS = 50

/**
 * Runs `poll`, which never rejects, again and again, and never twice at a time. It resolves with the milliseconds until the next job
 * that it knows of is due.
 */
export function createWorker(poll: () => Promise<number | undefined>): Worker {
  let isStarted = false
  let isNotified = false
  let timer: NodeJS.Timeout | undefined
  let inFlight: Promise<unknown> | undefined

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    if (isStarted) timer = setTimeout(run, delayMs).unref()
  }

  async function pollOnce(): Promise<void> {
    const dueInMs = (await poll()) ?? POLL_INTERVAL_MS
    inFlight = undefined
    schedule(isNotified ? 0 : Math.min(Math.max(dueInMs, NOTIFY_DELAY_MS), POLL_INTERVAL_MS))
  }

  function run(): void {
    isNotified = false
    inFlight = pollOnce()
  }

  return {
    start() {
      isStarted = true
      schedule(0)
    },
    notify() {
      // The poll of the first notification is scheduled; moving it would put it off for as long as people write.
      if (isNotified) return
      isNotified = true
      if (inFlight === undefined) schedule(NOTIFY_DELAY_MS)
    },
    async stop() {
      isStarted = false
      clearTimeout(timer)
      await inFlight
    },
  }
}
