import type { Locks } from '@/offline/platform/locks'

interface LockHolder extends Locks {
  /** Called when its page is gone: its locks are released, its requests dropped. */
  die(): void
}

interface Request {
  holder: object
  start: () => Promise<void>
}

/** Web Locks for several pages in one process, whose holders can be killed: a dead holder's locks are released. */
export function lockHub(): { holder(): LockHolder } {
  const queues = new Map<string, Request[]>()
  const held = new Set<{ holder: object; name: string }>()

  function runFirst(name: string): void {
    const first = queues.get(name)?.[0]
    if (first === undefined) return
    void first.start().then(() => release(name, first))
  }

  function release(name: string, request: Request): void {
    const queue = queues.get(name) ?? []
    const index = queue.indexOf(request)
    if (index === -1) return
    queue.splice(index, 1)
    if (index === 0) runFirst(name)
  }

  return {
    holder() {
      const me = {}
      let isDead = false
      return {
        request: <T>(name: string, run: () => Promise<T>) =>
          new Promise<T>((resolve, reject) => {
            // Code of a dead page that still runs never gets a lock.
            if (isDead) return
            const queue = queues.get(name) ?? []
            queues.set(name, queue)
            // The callback never runs within `request` itself: the browser calls back later, too.
            queue.push({ holder: me, start: () => Promise.resolve().then(run).then(resolve, reject) })
            if (queue.length === 1) runFirst(name)
          }),
        async hold(name) {
          const shared = { holder: me, name }
          held.add(shared)
          return async () => void held.delete(shared)
        },
        heldNames: async () => new Set([...held].map(({ name }) => name)),
        die() {
          isDead = true
          for (const shared of held) if (shared.holder === me) held.delete(shared)
          for (const [name, queue] of queues) {
            // Waiting requests go first, or the release of a held lock would start them.
            const own = queue.filter(({ holder }) => holder === me).toReversed()
            for (const request of own) release(name, request)
          }
        },
      }
    },
  }
}
