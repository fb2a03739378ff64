import type { Clock, Timers } from '@/offline/platform/deferred'

export interface FakeClock extends Clock, Timers {
  /** Advances the clock, and runs the timers that expire on the way, in order. */
  advance(ms: number): void
  /** Sets the device's clock forward or back. Timers are not affected, as in a browser. */
  jump(ms: number): void
  /** The number of pending timers. */
  pending(): number
}

interface Timer {
  expiresAt: number
  run: () => void
}

export function fakeClock(startMs: number): FakeClock {
  let passed = 0
  let wallAtZero = startMs
  const timers = new Set<Timer>()

  const nextBefore = (end: number) =>
    [...timers].filter(({ expiresAt }) => expiresAt <= end).toSorted((a, b) => a.expiresAt - b.expiresAt)[0]

  return {
    now: () => wallAtZero + passed,
    after(delayMs, run) {
      const timer = { expiresAt: passed + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const end = passed + ms
      for (let timer = nextBefore(end); timer !== undefined; timer = nextBefore(end)) {
        timers.delete(timer)
        passed = Math.max(passed, timer.expiresAt)
        timer.run()
      }
      passed = end
    },
    jump(ms) {
      wallAtZero += ms
    },
    pending: () => timers.size,
  }
}
