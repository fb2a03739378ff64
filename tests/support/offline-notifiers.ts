import type { ChangeNotifier } from '@/offline/change-notifier'

/** `BroadcastChannel` for several pages in one process. */
export function notifierHub(): { open(): ChangeNotifier } {
  const all = new Set<() => void>()
  return {
    open() {
      const own = new Set<() => void>()
      return {
        notify() {
          for (const listener of all) listener()
        },
        subscribe(listener) {
          all.add(listener)
          own.add(listener)
          return () => all.delete(listener)
        },
        close() {
          for (const listener of own) all.delete(listener)
        },
      }
    },
  }
}
