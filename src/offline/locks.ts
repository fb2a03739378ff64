/** One at a time over every tab and the worker of this origin. */
export interface Locks {
  /** Whether a turn is a turn over all tabs and the worker, so that whoever has it knows that nobody else is at work. */
  spanTabs: boolean
  /** Waits for its turn, then runs. The lock is freed when `run` settles, and by the browser when its holder dies. */
  request<T>(name: string, run: () => Promise<T>): Promise<T>
}

/** Web Locks where there are any; else turns within this page only (the outbox has a lease for the rest). */
export function browserLocks(manager: LockManager | undefined = globalThis.navigator?.locks): Locks {
  if (manager === undefined) return inMemoryLocks()
  return {
    spanTabs: true,
    // The cast undoes the DOM's type, which wraps the callback's promise into another.
    request: <T>(name: string, run: () => Promise<T>) => manager.request(name, run) as Promise<T>,
  }
}

export function inMemoryLocks(): Locks {
  const last = new Map<string, Promise<unknown>>()
  return {
    spanTabs: false,
    request<T>(name: string, run: () => Promise<T>): Promise<T> {
      const before = last.get(name) ?? Promise.resolve()
      const turn = before.then(run, run)
      last.set(name, turn)
      return turn
    },
  }
}
