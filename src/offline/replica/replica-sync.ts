import { listProgramme, type ProgrammeEvent, type PublicEvent } from '@/contract/events'
import { firstOccurrence } from '@/domain/occurrence'
import type { ApiClient } from '../api-client'
import type { Clock } from '../clock'
import type { Locks } from '../locks'
import type { Replica } from './replica'

export interface ReplicaSync {
  /**
   * Syncs the replica with the whole upcoming programme. `seen` is what a page was rendered with: stored first, so that it
   * is there even if the network goes away. Never rejects; what fails is retried at the next call.
   */
  sync(seen?: readonly (PublicEvent | ProgrammeEvent)[]): Promise<void>
}

/** Where the programme's images are stored (the worker's). */
export interface PhotoStore {
  /** Fetches and stores those that are missing, in this order. */
  storeAll(urls: readonly string[]): Promise<void>
  /** Deletes the images of all other photos. */
  retain(hashes: ReadonlySet<string>): Promise<void>
}

interface ReplicaSyncParts {
  api: ApiClient
  replica: Replica
  locks: Locks
  clock: Clock
  photos?: PhotoStore
  /** The browser's Save-Data setting: no images are stored ahead. */
  savesData?: () => boolean
}

/** The whole programme is one response: give a slow network the time. */
const SYNC_TIMEOUT_MS = 90_000
/** Without a byte for this long the network counts as away (decisions, 'Offline'). */
export const SILENCE_MS = 4000
/** Leaves room in the image cache for what the person opens. */
const MAX_THUMBNAILS = 100

export function createReplicaSync(parts: ReplicaSyncParts): ReplicaSync {
  const { replica } = parts

  const fetchChanges = (since: string | undefined) =>
    parts.api.call(
      listProgramme,
      { query: since === undefined ? {} : { since } },
      {
        auth: 'none',
        timeoutMs: SYNC_TIMEOUT_MS,
        onSilence: { afterMs: SILENCE_MS, notify: () => void replica.setUnreachable() },
      },
    )

  async function syncFrom(since: string | undefined): Promise<'done' | 'unreachable' | 'again'> {
    const response = await fetchChanges(since)
    if (response.kind === 'refused' && response.code === 'CURSOR_EXPIRED') return 'again'
    if (response.kind !== 'ok') return 'unreachable'
    const { server_time: serverTime, ...change } = response.data
    return (await replica.apply({ ...change, since, serverTime })) === 'applied' ? 'done' : 'again'
  }

  async function sync(seen: readonly (PublicEvent | ProgrammeEvent)[]): Promise<void> {
    await replica.upsert(seen)
    const since = (await replica.sync())?.cursor
    const first = await syncFrom(since)
    // The server forgot the cursor, or the replica was dropped while the changes were on their way.
    const outcome = first === 'again' ? await syncFrom(undefined) : first
    if (outcome === 'unreachable') await replica.setUnreachable()
    if (outcome === 'done') await syncPhotos()
  }

  async function syncPhotos(): Promise<void> {
    if (parts.photos === undefined) return
    await parts.photos.retain(await replica.photoHashes())
    if (parts.savesData?.() !== true) await parts.photos.storeAll(await upcomingThumbnails())
  }

  /** The soonest first: if the network goes away, tonight's images are here. */
  async function upcomingThumbnails(): Promise<string[]> {
    const window = { from: parts.clock.now() / 1000 }
    return (await replica.snapshot()).events
      .flatMap(({ thumbnail, schedules }) => {
        const next = firstOccurrence(schedules, window)
        return thumbnail === undefined || next === undefined ? [] : [{ thumbnail, at: next.start_time }]
      })
      .toSorted((a, b) => a.at - b.at)
      .map(({ thumbnail }) => thumbnail)
      .slice(0, MAX_THUMBNAILS)
  }

  return {
    sync: (seen = []) => parts.locks.request('replica-sync', () => sync(seen)).catch(() => undefined),
  }
}
