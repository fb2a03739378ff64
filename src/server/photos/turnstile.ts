/** Lets at most `places` tasks run at once; the others wait in the order they came. */
export function createTurnstile(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = places
  const waiting: (() => void)[] = []

  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
