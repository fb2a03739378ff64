/** A break in long work: what waits, a tap above all, has its turn before it goes on. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
