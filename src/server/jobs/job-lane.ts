/** The rounds of one kind of job: what hangs in one lane holds up no other. */
export interface Lane {
  /** The first round is at once, each other a while after the one before. */
  start(): void
  /** There is something to do: a round soon, or right after the one under way, which may have looked too early. */
  wake(): void
  /** Begins no other round, and settles when the one under way has ended. */
  stop(): Promise<void>
}

export const ROUND_MS = 20_000
/** Not at once: several writes of one moment make one round. */
export const WAKE_MS = 50

/** Runs `round`, which never rejects, again and again, and never twice at a time. */
export function createLane(round: () => Promise<unknown>): Lane {
  let isOpen = false
  let isWoken = false
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<unknown> | undefined

  const runIn = (afterMs: number) => {
    clearTimeout(timer)
    if (isOpen) timer = setTimeout(run, afterMs).unref()
  }

  function run(): void {
    isWoken = false
    underWay = round().finally(() => {
      underWay = undefined
      runIn(isWoken ? 0 : ROUND_MS)
    })
  }

  return {
    start() {
      isOpen = true
      runIn(0)
    },
    wake() {
      // The round that the first of them asked for is coming; moving it would put it off for as long as people write.
      if (isWoken) return
      isWoken = true
      if (underWay === undefined) runIn(WAKE_MS)
    },
    async stop() {
      isOpen = false
      clearTimeout(timer)
      await underWay
    },
  }
}
