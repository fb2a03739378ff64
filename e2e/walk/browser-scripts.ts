/* oxlint-disable unicorn/consistent-function-scoping -- these are sent to the page, which has nothing of this file */

/** Runs in the page: a monotonic clock in which a form takes the time that a person takes to fill it. */
export function letTimePass(): void {
  const monotonic = performance.now.bind(performance)
  let skipped = 0
  performance.now = () => monotonic() + skipped
  addEventListener('walk-skip', () => (skipped += 5000))
}

/** Runs in the page: resolves so many ms after the next press of a button. */
export function pressedFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('click', () => setTimeout(resolve, ms), { capture: true, once: true })
  })
}
