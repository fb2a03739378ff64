import { listProgramme } from '@/contract/events'
import { overlaps } from '@/domain/programme'
import type { ApiClient } from '../api-client'
import type { Clock } from '../clock'
import type { Locks } from '../locks'
import type { ImageCache } from './image-cache'
import type { Replica } from './replica'

export interface Mirror {
  /** Brings the whole upcoming programme onto the device. Never rejects; what fails is tried at the next call. */
  sync(): Promise<void>
  /** When the whole programme was last known to be here, epoch ms. */
  syncedAt(): Promise<number | undefined>
  /** Told when anything of the programme on this device has changed. */
  subscribe(listener: () => void): () => void
}

export interface MirrorParts {
  api: ApiClient
  replica: Replica
  images?: Pick<ImageCache, 'keepAll'> | undefined
  locks: Locks
  clock: Clock
  /** The person asked the browser to save data: no pictures that nobody has looked for. */
  savesData?: () => boolean
}

/** The whole programme is one answer: give a slow network the time. */
const SYNC_TIMEOUT_MS = 90_000
/** Leaves room in the image cache for what the person opens. */
const MAX_THUMBNAILS = 100

export function createMirror(parts: MirrorParts): Mirror {
  const { replica } = parts

  async function ask(since: string | undefined) {
    const query = since === undefined ? {} : { since }
    return parts.api.call(listProgramme, { query }, { auth: 'none', timeoutMs: SYNC_TIMEOUT_MS })
  }

  async function sync(): Promise<void> {
    const since = (await replica.programme())?.cursor
    const changes = await ask(since)
    const isForgotten = changes.kind === 'refused' && changes.code === 'CURSOR_EXPIRED'
    const answer = isForgotten ? await ask(undefined) : changes
    if (answer.kind !== 'ok') return
    await replica.apply({ ...answer.data, isWhole: since === undefined || isForgotten })
    if (parts.savesData?.() !== true) await keepThumbnails()
  }

  /** The soonest first: if the network goes away, tonight's pictures are here. */
  async function keepThumbnails(): Promise<void> {
    const window = { from: parts.clock.now() / 1000 }
    const upcoming = (await replica.events())
      .map(({ event }) => ({ event, next: event.schedules.find((schedule) => overlaps(schedule, window)) }))
      .flatMap(({ event, next }) =>
        next === undefined ? [] : [{ thumbnail: event.thumbnail, at: next.start_time }],
      )
      .toSorted((a, b) => a.at - b.at)
      .flatMap(({ thumbnail }) => (thumbnail === undefined ? [] : [thumbnail]))
    await parts.images?.keepAll(upcoming.slice(0, MAX_THUMBNAILS))
  }

  return {
    sync: () => parts.locks.request('mirror', sync).catch(() => undefined),
    syncedAt: async () => (await replica.programme())?.syncedAt,
    subscribe: replica.subscribe,
  }
}
