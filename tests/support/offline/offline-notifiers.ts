import type { ChangeNotifier } from '@/offline/platform/change-notifier'

/** `BroadcastChannel` for several pages in one process. */
export function notifierHub(): { open(): ChangeNotifier; silence(): void } {
  const all = new Set<() => void>()
  let isSilent = false
  return {
    /** A page only notifies itself from now on: the others are frozen. */
    silence() {
      isSilent = true
    },
    open() {
      const own = new Set<() => void>()
      return {
        notify() {
          for (const listener of isSilent ? own : all) listener()
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
