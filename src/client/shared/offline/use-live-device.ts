import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { PageProgramme } from '@/offline/page/page-programme'
import type { Outbox } from '@/offline/outbox/outbox'
import { loadOfflineClient, report, useOfflineClient } from './offline-client'
import { loadPageProgramme, usePageProgramme } from './page-programme'

/** Reads the programme on the device, and the events that are saved; see `useLiveRead`. */
export function useLiveDevice<T>(read: (device: PageProgramme) => Promise<T>, deps: readonly unknown[]) {
  return useLiveRead(usePageProgramme(), loadPageProgramme, read, deps)
}

export function useLiveOutbox<T>(read: (outbox: Outbox) => Promise<T>, deps: readonly unknown[]) {
  return useLiveRead(useOfflineClient(), loadOfflineClient, ({ outbox }) => read(outbox), deps)
}

/** Runs again when the worker or another tab changes what it read. 'unreadable' where the browser forbids storage. It imports Dexie: only for lazy parts. */
function useLiveRead<Client, T>(
  client: Client | undefined,
  load: () => Promise<Client>,
  read: (client: Client) => Promise<T>,
  deps: readonly unknown[],
): T | 'loading' | 'unreadable' {
  const [isRefused, setRefused] = useState(false)
  const returnCount = useReturnCount()
  useEffect(() => {
    // Dexie's live queries are silent where there is no IndexedDB at all.
    // oxlint-disable-next-line react/set-state-in-effect -- the server, which renders first, has none either
    if (!('indexedDB' in globalThis)) setRefused(true)
    load().catch((error: unknown) => {
      report('The device’s storage could not be loaded.', error)
      setRefused(true)
    })
  }, [load])
  const found = useLiveQuery(
    (): Promise<T | 'loading' | 'unreadable'> =>
      client === undefined
        ? Promise.resolve('loading' as const)
        : read(client).catch((error: unknown) => {
            // Thrown while rendering it would reach the error boundary.
            report('The device’s storage could not be read.', error)
            return 'unreadable' as const
          }),
    [client, returnCount, ...deps],
    'loading' as const,
  )
  return isRefused ? 'unreadable' : found
}

/** How often the page has become visible again: the system may have cleared its storage, of which nobody is notified. */
function useReturnCount(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const onChange = () => document.visibilityState === 'visible' && setCount((before) => before + 1)
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  return count
}
