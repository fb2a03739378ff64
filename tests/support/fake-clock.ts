import type { Clock, Timers } from '@/offline/clock'

export interface FakeClock extends Clock, Timers {
  /** Time passes: timers that come due run, in order, and the clock goes with them. */
  advance(ms: number): void
  /** The device's clock is set forward or back. Timers do not notice, as in a browser. */
  jump(ms: number): void
  /** How many timers are set. */
  pending(): number
}

interface Timer {
  dueAt: number
  run: () => void
}

export function fakeClock(startMs: number): FakeClock {
  let passed = 0
  let wallAtZero = startMs
  const timers = new Set<Timer>()

  const nextBefore = (end: number) =>
    [...timers].filter(({ dueAt }) => dueAt <= end).toSorted((a, b) => a.dueAt - b.dueAt)[0]

  return {
    now: () => wallAtZero + passed,
    after(delayMs, run) {
      const timer = { dueAt: passed + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const end = passed + ms
      for (let timer = nextBefore(end); timer !== undefined; timer = nextBefore(end)) {
        timers.delete(timer)
        passed = Math.max(passed, timer.dueAt)
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
