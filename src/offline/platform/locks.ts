import { deferred } from './deferred'

export interface Locks {
  spanTabs: boolean
  /** Released when `run` settles, and by the browser when its holder dies. */
  request<T>(name: string, run: () => Promise<T>): Promise<T>
  /** Shows to the others that this page is there, until the returned function has resolved. Many may hold the same. */
  hold(name: string): Promise<() => Promise<void>>
  /** The names that are held; undefined where only this page would know. */
  heldNames(): Promise<ReadonlySet<string> | undefined>
}

/** Web Locks where the browser has them; else locks within this page only (the outbox has a lease for the rest). */
export function browserLocks(manager: LockManager | undefined = globalThis.navigator?.locks): Locks {
  if (manager === undefined) return inMemoryLocks()
  return {
    spanTabs: true,
    // The cast undoes the DOM's type, which wraps the callback's promise into another.
    request: <T>(name: string, run: () => Promise<T>) => manager.request(name, run) as Promise<T>,
    async hold(name) {
      const [held, released] = [deferred<undefined>(), deferred<undefined>()]
      // A browser that refuses has nobody held: the lease counts.
      const holding = manager
        .request(name, { mode: 'shared' }, () => {
          held.resolve(undefined)
          return released.promise
        })
        .catch(() => undefined)
      await Promise.race([held.promise, holding])
      return async () => {
        released.resolve(undefined)
        await holding
      }
    },
    async heldNames() {
      const locks = await manager.query().catch(() => undefined)
      return locks && new Set((locks.held ?? []).flatMap(({ name = '' }) => name))
    },
  }
}

export function inMemoryLocks(): Locks {
  const last = new Map<string, Promise<unknown>>()
  return {
    spanTabs: false,
    request<T>(name: string, run: () => Promise<T>): Promise<T> {
      const before = last.get(name) ?? Promise.resolve()
      const next = before.then(run, run)
      last.set(name, next)
      return next
    },
    hold: async () => async () => undefined,
    heldNames: async () => undefined,
  }
}
