import { deferred } from './deferred'

export interface Locks {
  /** Released when `run` settles, and by the browser when its holder dies. */
  request<T>(name: string, run: () => Promise<T>): Promise<T>
  /** Shows to the others that this page is there, until the returned function has resolved. Many may hold the same. */
  hold(name: string): Promise<() => Promise<void>>
  heldNames(): Promise<ReadonlySet<string>>
}

/** Web Locks. A page without TLS has none, and no worker: it locks for itself, and the server's idempotency makes two sends of two tabs one. */
export function browserLocks(manager: LockManager | undefined = globalThis.navigator?.locks): Locks {
  if (manager === undefined) return pageLocks()
  return {
    // The cast undoes the DOM's type, which wraps the callback's promise into another.
    request: <T>(name: string, run: () => Promise<T>) => manager.request(name, run) as Promise<T>,
    async hold(name) {
      const [held, released] = [deferred<undefined>(), deferred<undefined>()]
      const holding = manager.request(name, { mode: 'shared' }, () => {
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
      const { held = [] } = await manager.query()
      return new Set(held.flatMap(({ name = '' }) => name))
    },
  }
}

function pageLocks(): Locks {
  const last = new Map<string, Promise<unknown>>()
  const held = new Set<{ name: string }>()
  return {
    request<T>(name: string, run: () => Promise<T>): Promise<T> {
      const next = (last.get(name) ?? Promise.resolve()).then(run, run)
      last.set(name, next)
      return next
    },
    async hold(name) {
      const one = { name }
      held.add(one)
      return async () => void held.delete(one)
    },
    heldNames: async () => new Set([...held].map(({ name }) => name)),
  }
}
