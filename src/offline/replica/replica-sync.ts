import {
  eventSchema,
  listProgramme,
  listTags,
  programmeEventSchema,
  type ProgrammeEvent,
  type PublicEvent,
  type Tag,
} from '@/contract/events/events'
import { firstOccurrence } from '@/domain/timetables/recurrence'
import type { ApiClient } from '@/offline/api/api-client'
import type { Clock } from '@/offline/platform/deferred'
import type { Locks } from '@/offline/platform/locks'
import type { Replica } from './replica'
import { serverTimeMs } from './server-time'

export type ReplicaSync = ReturnType<typeof createReplicaSync>

/** A sync that the person has asked for: also with Save-Data, and after they removed the programme. */
export interface UserSync {
  images: boolean
  onImages?: (progress: ImageProgress) => void
}

export interface ImageProgress {
  done: number
  total: number
}

export interface SyncReport {
  /** 'left-out': nothing is fetched ahead on this device, or with Save-Data. 'failed': the device cannot store it. */
  programme: 'synced' | 'left-out' | 'unreachable' | 'failed'
  /** 'left-out': on a metered connection, or without a worker to store them. */
  images: 'stored' | 'left-out' | 'failed'
}

export interface PhotoStore {
  /** Fetches and stores those that are missing, in this order. `room`: how many there was room for on a device that is full; none is left. */
  storeAll(
    urls: readonly string[],
    onProgress?: (progress: ImageProgress) => void,
  ): Promise<'stored' | 'failed' | { room: number }>
  retain(hashes: ReadonlySet<string>): Promise<void>
}

/** The whole programme is one response: give a slow network the time. */
const SYNC_TIMEOUT_MS = 90_000
/** The network counts as away after this long without a byte (rules 13). */
export const FIRST_BYTE_TIMEOUT_MS = 4000
/** Leaves room in the image cache for what the person opens. */
const MAX_THUMBNAILS = 100
const MAX_WANTED_IMAGES = 140
/** For so long a device that was full gets half of the images that it had room for: the other half is room for what a person writes. */
const FULL_FOR_MS = 7 * 86_400_000

export function createReplicaSync(deps: {
  api: ApiClient
  replica: Replica
  locks: Locks
  clock: Clock
  photos?: PhotoStore
  savesData?: () => boolean
  isMetered?: () => boolean
}) {
  const { api, replica, locks, clock } = deps

  async function fetchChanges(since: string | undefined): Promise<SyncReport['programme'] | 'outdated'> {
    const response = await api.call(
      listProgramme,
      { query: since === undefined ? {} : { since } },
      {
        auth: 'none',
        timeoutMs: SYNC_TIMEOUT_MS,
        onFirstByteTimeout: { afterMs: FIRST_BYTE_TIMEOUT_MS, notify: () => void replica.setUnreachable() },
      },
    )
    if (response.kind === 'refused' && response.code === 'CURSOR_EXPIRED') return 'outdated'
    if (response.kind !== 'ok') {
      await replica.setUnreachable()
      return 'unreachable'
    }
    const { server_time: serverTime, ...change } = response.data
    return replica.apply({ ...change, since, serverTime })
  }

  async function syncProgramme(
    seen: readonly unknown[],
    isByUser: boolean,
  ): Promise<SyncReport['programme']> {
    const [known, isRemoved] = await Promise.all([replica.sync(), replica.isRemoved()])
    const isFirst = known?.syncedAt === undefined
    // A complete replica has them from the server; what it has dropped must not come back.
    if (isFirst && !isRemoved) await replica.upsert(seen.flatMap(readSeen))
    // The first sync brings everything; changes are small.
    const isLeftOut = isRemoved || (isFirst && deps.savesData?.() === true)
    if (isLeftOut && !isByUser) return 'left-out'
    if (isRemoved) await replica.setRemoved(false)
    const outcome = await fetchChanges(known?.cursor)
    const last = outcome === 'outdated' ? await fetchChanges(undefined) : outcome
    return last === 'outdated' ? 'failed' : last
  }

  async function syncPhotos(userSync: UserSync | undefined): Promise<SyncReport['images']> {
    if (deps.photos === undefined) return 'left-out'
    await deps.photos.retain(await replica.photoHashes())
    const isWanted = userSync?.images === true
    if (!isWanted && deps.isMetered?.() === true) return 'left-out'
    const most = isWanted ? MAX_WANTED_IMAGES : MAX_THUMBNAILS
    const full = (await replica.sync())?.full
    const isLimited = !isWanted && full !== undefined && clock.now() < full.until
    const urls = await upcomingThumbnails(isLimited ? Math.min(most, full.images) : most)
    const outcome = await deps.photos.storeAll(urls, userSync?.onImages)
    if (typeof outcome === 'string') return outcome
    await replica.setFull({ images: Math.floor(outcome.room / 2), until: clock.now() + FULL_FOR_MS })
    return 'failed'
  }

  /** The thumbnails of upcoming events, the soonest first: if the network goes away, tonight's images are here. */
  async function upcomingThumbnails(limit: number): Promise<string[]> {
    const { events, sync } = await replica.snapshot()
    const window = { from: serverTimeMs(sync, clock.now()) / 1000 }
    const soonestFirst = events
      .flatMap(({ thumbnail, schedules }) => {
        const next = firstOccurrence(schedules, window)
        return thumbnail === undefined || next === undefined ? [] : [{ thumbnail, at: next.start_time }]
      })
      .toSorted((a, b) => a.at - b.at)
      .map(({ thumbnail }) => thumbnail)
    // Events that are repeated share a photo.
    return [...new Set(soonestFirst)].slice(0, limit)
  }

  return {
    /** `seen` is what a page was rendered with: stored first. Never rejects; what fails is retried at the next call. */
    async sync(seen: readonly unknown[] = [], userSync?: UserSync): Promise<SyncReport> {
      const programme = await locks
        .request('replica-sync', () => syncProgramme(seen, userSync !== undefined))
        .catch(() => 'failed' as const)
      if (programme !== 'synced') return { programme, images: 'left-out' }
      await fetchTags(api, replica)
      // The images have a lock of their own: one that does not come must not hold up the next sync.
      const images = await locks
        .request('replica-photos', () => syncPhotos(userSync))
        .catch(() => 'failed' as const)
      return { programme, images }
    },
  }
}

/** All tags, for the form without a network. Undefined when the server cannot be reached. Never rejects. */
export async function fetchTags(
  api: ApiClient,
  replica: Pick<Replica, 'putTags'>,
): Promise<readonly Tag[] | undefined> {
  const response = await api.call(listTags, {})
  if (response.kind !== 'ok') return undefined
  await replica.putTags(response.data.items)
  return response.data.items
}

function readSeen(event: unknown): (PublicEvent | ProgrammeEvent)[] {
  const read = programmeEventSchema.safeParse(event).data ?? eventSchema.safeParse(event).data
  return read === undefined ? [] : [read]
}
