import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { loadOfflineClient, useOfflineClient } from './offline-client'
import { report } from './report'
import type { Outbox } from '@/offline/outbox/outbox'

/**
 * What `read` finds in the outbox, always as it is now: Dexie tells of what the worker or another tab changed.
 * 'unreadable' where the browser refuses storage. Brings Dexie along: only for parts that are loaded lazily.
 */
export function useLiveOutbox<T>(
  read: (outbox: Outbox) => Promise<T>,
  deps: readonly unknown[],
): T | 'loading' | 'unreadable' {
  const client = useOfflineClient()
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    // Dexie's live queries are silent where there is no IndexedDB at all.
    // oxlint-disable-next-line react/set-state-in-effect -- the server, which renders first, has none either
    if (!('indexedDB' in globalThis)) setRefused(true)
    loadOfflineClient().catch((error: unknown) => {
      report('The outbox could not be opened.', error)
      setRefused(true)
    })
  }, [])
  const found = useLiveQuery(
    (): Promise<T | 'loading' | 'unreadable'> =>
      client === undefined
        ? Promise.resolve('loading' as const)
        : read(client.outbox).catch((error: unknown) => {
            // Thrown while rendering it would take the page down.
            report('The outbox could not be read.', error)
            return 'unreadable' as const
          }),
    [client, ...deps],
    'loading' as const,
  )
  return isRefused ? 'unreadable' : found
}
