import type { ChangeNotice } from '@/offline/change-notice'

/** `BroadcastChannel` for several pages in one process. */
export function noticeHub(): { open(): ChangeNotice } {
  const all = new Set<() => void>()
  return {
    open() {
      const own = new Set<() => void>()
      return {
        tell() {
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
