import { deferred } from './deferred'

export interface Locks {
  /** Released when `run` settles, and by the browser when its holder dies. */
  request<T>(name: string, run: () => Promise<T>): Promise<T>
  /** Shows to the others that this page is there, until the returned function has resolved. Many may hold the same. */
  hold(name: string): Promise<() => Promise<void>>
  heldNames(): Promise<ReadonlySet<string>>
}

/** Web Locks. A page without TLS has none, and no worker: there the server's idempotency alone makes two sends of two tabs one. */
export function browserLocks(manager: LockManager | undefined = globalThis.navigator?.locks): Locks {
  const last = new Map<string, Promise<unknown>>()
  return {
    request<T>(name: string, run: () => Promise<T>): Promise<T> {
      // The cast undoes the DOM's type, which wraps the callback's promise into another.
      if (manager !== undefined) return manager.request(name, run) as Promise<T>
      const next = (last.get(name) ?? Promise.resolve()).then(run, run)
      last.set(name, next)
      return next
    },
    async hold(name) {
      const [held, released] = [deferred<undefined>(), deferred<undefined>()]
      const holding = manager?.request(name, { mode: 'shared' }, () => {
        held.resolve(undefined)
        return released.promise
      })
      await Promise.race([held.promise, holding])
      return async () => {
        released.resolve(undefined)
        await holding
      }
    },
    async heldNames() {
      const { held = [] } = (await manager?.query()) ?? {}
      return new Set(held.flatMap(({ name = '' }) => name))
    },
  }
}
