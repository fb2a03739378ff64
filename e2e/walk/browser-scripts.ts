/* oxlint-disable unicorn/consistent-function-scoping -- these are sent to the page, which has nothing of this file */

/** The key that every document reads: how far the page's clock is wrong, ms. */
export const CLOCK_KEY = 'walk-clock'

/** Runs in the page: a wrong clock, and a monotonic one in which a form takes the time that a person takes to fill it. */
export function bendTime(clockKey: string): void {
  // An empty tab, which has no storage.
  if (globalThis.origin === 'null') return
  const wrongBy = Number(localStorage.getItem(clockKey) ?? 0)
  const now = Date.now.bind(Date)
  const RealDate = Date
  class WrongDate extends RealDate {
    constructor(...parts: ConstructorParameters<typeof Date> | []) {
      if (parts.length === 0) super(now() + wrongBy)
      else super(...(parts as [number]))
    }
    static override now(): number {
      return now() + wrongBy
    }
  }
  if (wrongBy !== 0) globalThis.Date = WrongDate as DateConstructor
  const monotonic = performance.now.bind(performance)
  let skipped = 0
  performance.now = () => monotonic() + skipped
  addEventListener('walk-skip', () => (skipped += 5000))
}

/** Runs in page and worker, which then have no Background Sync, as in Safari and Firefox. */
export const WITHOUT_SYNC =
  'delete globalThis.ServiceWorkerRegistration?.prototype.sync; delete globalThis.SyncManager;'

/** Runs in the page: resolves so many ms after the next press of a button. */
export function pressedFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('click', () => setTimeout(resolve, ms), { capture: true, once: true })
  })
}
