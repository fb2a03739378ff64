import { useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { PERSISTED_QUERIES, PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import { loadOfflineClient, useOfflineClient, report } from '@/client/shared/offline/offline-client'
import * as m from '@/messages/compiled/messages.js'
import { pageStorage } from '@/offline/page/page-storage'
import { dropPhotos, measureCaches } from '@/offline/replica/photo-storage'
import type { CachedFiles, ReplicaSize } from '@/offline/replica/photo-storage'
import type { ImageProgress, SyncReport } from '@/offline/replica/replica-sync'
import type { SyncMessage, SyncReply } from '@/offline/client/worker-messages'
import { isShellComplete } from '@/client/shared/pwa/worker-client'
import { systemTimers } from '@/offline/platform/deferred'
import { withTimeout } from '@/offline/platform/storage-timeout'
import type { ReplicaChoice } from '@/offline/replica/stored-event'

interface Result {
  isFailure: boolean
  text: string
}

export type ProgrammeStep =
  | { step: 'idle' }
  | { step: 'refreshing'; progress?: ImageProgress }
  | ({ step: 'done' } & Result)

/** Refreshes and removes the programme of this device. `changes` counts what was done. */
export function useProgrammeActions() {
  const queryClient = useQueryClient()
  const [state, setState] = useState<ProgrammeStep>({ step: 'idle' })
  const [changes, setChanges] = useState(0)
  const finish = (result: Result) => {
    setChanges((count) => count + 1)
    setState({ step: 'done', ...result })
  }
  return {
    state,
    changes,
    /** `images`: they are fetched also on a connection that may cost the person. */
    async refresh(images: boolean): Promise<void> {
      setState({ step: 'refreshing' })
      const onImages = (progress: ImageProgress) => setState({ step: 'refreshing', progress })
      finish(refreshResult(await refreshProgramme({ images, onImages })))
    },
    /** This device could not store what was chosen. */
    fail: () => finish({ isFailure: true, text: m.device_refresh_failed() }),
    async remove(): Promise<void> {
      const { replica } = await loadOfflineClient()
      // This comes first: a sync that is on its way must not bring it back.
      const isChosen = await replica.choose({ isRemoved: true })
      await replica.drop()
      await dropPhotos()
      queryClient.removeQueries({ queryKey: PROGRAMME_KEY })
      // Now, not when the persister gets to it: the next start would store again what it finds there.
      pageStorage()?.removeItem(PERSISTED_QUERIES)
      finish({ isFailure: !isChosen, text: isChosen ? m.device_removed() : m.device_refresh_failed() })
    },
  }
}

export function refreshResult({ programme, images, isShellComplete: isComplete }: RefreshReport): {
  isFailure: boolean
  text: string
} {
  if (programme === 'unreachable') return { isFailure: true, text: m.device_refresh_unreachable() }
  if (programme !== 'synced') return { isFailure: true, text: m.device_refresh_failed() }
  if (isComplete === false) return { isFailure: true, text: m.device_refresh_shell_failed() }
  if (images === 'failed') return { isFailure: true, text: m.device_refresh_images_failed() }
  return { isFailure: false, text: m.device_refreshed() }
}

interface RefreshOptions {
  /** Images come on mobile data or with Save-Data, too. */
  images: boolean
  onImages: (progress: ImageProgress) => void
}

export interface RefreshReport extends SyncReport {
  /** Whether the app itself opens with no network now; undefined where there is no worker. */
  isShellComplete: boolean | undefined
}

/** A worker acknowledges at once, unless the browser has stopped it for good. */
const ACK_TIMEOUT_MS = 2000
/** A sync and an image take no longer: after it the browser has killed the worker. */
const WORKER_TIMEOUT_MS = 120_000
const TIMED_OUT: RefreshReport = { programme: 'unreachable', images: 'failed', isShellComplete: undefined }

/** Syncs the replica and the app shell for a person who watches. Without a worker this page does it, and stores no images. */
async function refreshProgramme(options: RefreshOptions): Promise<RefreshReport> {
  const worker = navigator.serviceWorker?.controller ?? undefined
  const result = worker && (await syncInWorker(worker, options))
  if (result !== undefined) return result
  const { replicaSync } = await loadOfflineClient()
  return { ...(await replicaSync.sync([], options)), isShellComplete: undefined }
}

/** Undefined when the worker has not taken it on. */
function syncInWorker(
  worker: ServiceWorker,
  { images, onImages }: RefreshOptions,
): Promise<RefreshReport | undefined> {
  const { port1, port2 } = new MessageChannel()
  const result = new Promise<RefreshReport | undefined>((resolve) => {
    let timer = setTimeout(() => resolve(undefined), ACK_TIMEOUT_MS)
    port1.addEventListener('message', ({ data }: MessageEvent<SyncReply>) => {
      clearTimeout(timer)
      if (data.type === 'SYNCED') return resolve({ isShellComplete: data.isShellComplete, ...data.report })
      if (data.type === 'IMAGES') onImages(data.progress)
      timer = setTimeout(() => resolve(TIMED_OUT), WORKER_TIMEOUT_MS)
    })
    port1.start()
  })
  const message: SyncMessage = { type: 'SYNC', seen: [], asked: { images } }
  worker.postMessage(message, [port2])
  return result.finally(() => port1.close())
}

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
