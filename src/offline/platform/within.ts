import type { Timers } from './clock'

/** Resolves when the work has ended, whatever became of it, and at the latest after that time. */
export function within(timers: Timers, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, resolve)
    const end = () => {
      cancel()
      resolve()
    }
    work.then(end, end)
  })
}
