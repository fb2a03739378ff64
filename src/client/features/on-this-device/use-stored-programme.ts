import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { loadOfflineClient, useOfflineClient } from '@/client/shared/offline/offline-client'
import { report } from '@/client/shared/offline/report'
import { isShellComplete } from '@/client/shared/pwa/worker-client'
import { systemTimers } from '@/offline/platform/clock'
import { withTimeout } from '@/offline/platform/storage-timeout'
import type { ReplicaChoice } from '@/offline/replica/choice'
import type { ReplicaSize } from '@/offline/replica/measure'
import { type CachedFiles, measureCaches } from '@/offline/replica/photo-storage'

/** The replica on this device and what the person chose for it. */
export interface StoredProgramme extends ReplicaSize {
  /** When the last sync succeeded, epoch ms; without it the programme is not complete. */
  syncedAt: number | undefined
  choice: ReplicaChoice
}

/** Runs again when the worker or another tab changes the replica. 'unreadable' where the browser forbids storage. */
export function useStoredProgramme(): StoredProgramme | 'loading' | 'unreadable' {
  const client = useOfflineClient()
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    // Dexie's live queries are silent where there is no IndexedDB at all.
    // oxlint-disable-next-line react/set-state-in-effect -- the server, which renders first, has none either
    if (!('indexedDB' in globalThis)) setRefused(true)
    loadOfflineClient().catch((error: unknown) => {
      report('The offline client could not be loaded.', error)
      setRefused(true)
    })
  }, [])
  const found = useLiveQuery(
    async (): Promise<StoredProgramme | 'loading' | 'unreadable'> => {
      if (client === undefined) return 'loading'
      const { replica } = client
      const reading = Promise.all([replica.measure(), replica.sync(), replica.choice()])
      return withTimeout(systemTimers, reading).then(
        ([size, sync, choice]) => ({ ...size, syncedAt: sync?.syncedAt, choice }),
        (error: unknown) => {
          report('The programme on this device could not be read.', error)
          return 'unreadable' as const
        },
      )
    },
    [client],
    'loading' as const,
  )
  return isRefused ? 'unreadable' : found
}

/** The browser's own storage of this site. */
export interface BrowserStorage extends CachedFiles {
  /** Whether the browser has promised not to evict it. */
  isPersistent: boolean
  /** Whether the app itself opens with no network; undefined where nothing can say so. */
  isShellComplete: boolean | undefined
}

/** The Cache API tells nobody of a change: it is measured anew when `version` changes, and once there is a worker. */
export function useBrowserStorage(version: readonly unknown[]): BrowserStorage | undefined {
  const { data, refetch } = useQuery({
    queryKey: ['browser-storage', ...version],
    queryFn: async (): Promise<BrowserStorage> => {
      const [files, isPersistent, isComplete] = await Promise.all([
        measureCaches(),
        isStoragePersistent(),
        isShellComplete(),
      ])
      return { ...files, isPersistent, isShellComplete: isComplete }
    },
    networkMode: 'always',
    gcTime: 0,
    // The figures do not blink.
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    const measure = () => void refetch()
    navigator.serviceWorker?.addEventListener('controllerchange', measure)
    return () => navigator.serviceWorker?.removeEventListener('controllerchange', measure)
  }, [refetch])
  return data
}

async function isStoragePersistent(): Promise<boolean> {
  return (await navigator.storage?.persisted?.()) ?? false
}
