import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import { ApiError } from '@/server/http/errors/errors'
import { isDatabaseAway } from '@/server/platform/database/client'
import type { OpenPicture, PhotoStore } from '@/server/platform/photos/stores/store'
import type { DiskState } from '@/contract/back-office/back-office-overview'
import { cachedFor } from '@/server/http/caching/response-cache'
import { nowSeconds } from '@/server/platform/process/clock'
import type { Clock } from '@/server/platform/process/clock'
import { blockedWritesOf, reserveOf } from '@/server/http/limits/disk-reserve'
import type { DiskSpace } from '@/server/http/limits/disk-reserve'
import type { Queryable } from '@/server/platform/database/client'
import { photoReferences } from '@/server/platform/database/events/photo-references'
import { createPhotoSignatures } from '@/server/platform/photos/photo-gate'
import type { DeriveKey } from '@/server/http/auth/signed-token'

/** The header of public pictures. It is only sent with the picture itself, and not with a failure. */
const FOREVER = 'public, max-age=31536000, immutable'
const FILE_NAME = /^([0-9a-f]{16,64})-(full|1200x630|800|400)\.(?:jpg|webp)$/

export type OpenPhotoFile = (fileName: string) => Promise<OpenPicture | undefined>

/** Everyone gets pictures of published events, and the holder of a signed address others. A small picture is sent whole. */
export function photoFiles(app: FastifyInstance, open: OpenPhotoFile, access: PhotoAccess): void {
  app.get('/photos/:file', { compress: false }, async (request, reply) => {
    // What is not found has the same header: it may be published in a moment.
    reply.header('cache-control', 'private, no-store')
    const { file } = request.params as { file: string }
    const name = photoOf(file)
    if (name === undefined) throw new ApiError('NOT_FOUND')
    const picture = await open(file)
    if (picture === undefined) throw new ApiError('NOT_FOUND')
    const readers = await access.of(name, request.query).catch((error: unknown) => {
      picture.stream.destroy()
      throw error
    })
    const etag = `"${file}"`
    const isKnown = request.headers['if-none-match']?.includes(etag) === true
    if (readers === 'nobody' || isKnown) picture.stream.destroy()
    if (readers === 'nobody') throw new ApiError('NOT_FOUND')
    reply.header('cross-origin-resource-policy', 'cross-origin').header('etag', etag)
    if (readers === 'everyone') reply.header('cache-control', FOREVER)
    return isKnown ? reply.code(304).send() : sendPicture(reply, file, picture)
  })
}

function sendPicture(reply: FastifyReply, file: string, { bytes, stream }: OpenPicture): FastifyReply {
  return reply
    .type(file.endsWith('.jpg') ? 'image/jpeg' : 'image/webp')
    .header('content-length', bytes)
    .send(stream)
}

/** The name of the photo that this file is a picture of. */
function photoOf(file: string): string | undefined {
  const [, name, wanted] = FILE_NAME.exec(file) ?? []
  const variant = PHOTO_VARIANTS.find((known) => known === wanted)
  return name !== undefined && variant !== undefined && photoFileName(name, variant) === file
    ? name
    : undefined
}

/** It looks at every file. */
const PHOTOS_CACHED_MS = 60_000

interface Disk {
  state: DiskState
  free_bytes: number
  total_bytes: number
  reserve_bytes: number
}

export interface Storage {
  photoBytes(): Promise<number>
  disk(): Promise<Disk | undefined>
}

interface StorageDeps {
  photos: Pick<PhotoStore, 'files'>
  space: (() => Promise<DiskSpace>) | undefined
  reserveBytes: number | undefined
  clock: Clock
}

export function createStorage({ photos, space, reserveBytes, clock }: StorageDeps): Storage {
  return {
    photoBytes: cachedFor(clock, PHOTOS_CACHED_MS, async () =>
      [...(await photos.files()).values()].reduce((sum, bytes) => sum + bytes, 0),
    ),
    disk: async () => {
      const found = await space?.().catch(() => undefined)
      if (found === undefined) return undefined
      const reserve = reserveOf(found, reserveBytes)
      const refused = blockedWritesOf(found.freeBytes, reserve)
      return {
        state: refused.visitors ? 'full' : refused.photos ? 'no-photos' : 'fine',
        free_bytes: found.freeBytes,
        total_bytes: found.totalBytes,
        reserve_bytes: Math.round(reserve),
      }
    },
  }
}

const MAX_NAMES = 10_000
/** How long another server may still send a photo after its event was deleted here. */
const PUBLIC_MS = 15_000
/** How long a photo stays hidden: one that another server has just published should not be missing. */
const HIDDEN_MS = 1000
/** How long what was found may stand while the database is away, as pages do that show the photo. */
const STALE_MS = 3_600_000

interface Found {
  isShown: boolean
  atMs: number
}

/** The access to photos: everyone while a published event or an organiser shows one, else the holder of a signed address. */
export interface PhotoAccess {
  /** A signature that holds some minutes unless it is public. Call it only for those who may read what shows it; '' without a photo. */
  query(this: void, name: string | null, isPublic: boolean): string
  /** The people who may see the photo that was requested with this query. */
  of(name: string, query: unknown): Promise<'everyone' | 'holder' | 'nobody'>
  /** Call after the commit of a change to what shows photos. */
  clear(): void
}

export function createPhotoAccess(db: Queryable, clock: Clock, deriveKey: DeriveKey): PhotoAccess {
  const signatures = createPhotoSignatures(deriveKey('unpublished photos'), () => nowSeconds(clock))
  const remember = () =>
    new LRUCache<string, Found>({
      max: MAX_NAMES,
      ttl: PUBLIC_MS,
      ttlResolution: 0,
      perf: { now: () => clock.nowMs() },
      // One query for all who ask for the same photo at once.
      fetchMethod: async (name, stale, { options }) => {
        try {
          const isShown = await isPublic(db, name)
          if (!isShown) options.ttl = HIDDEN_MS
          return { isShown, atMs: clock.nowMs() }
        } catch (error) {
          const isUsable = stale?.isShown === true && clock.nowMs() - stale.atMs < STALE_MS
          if (!isUsable || !isDatabaseAway(error)) throw error
          return stale
        }
      },
    })
  let isPublicByName = remember()
  return {
    query: (name, isShown) => (name === null || isShown ? '' : signatures.sign(name)),
    async of(name, query) {
      if (signatures.isValid(name, query)) return 'holder'
      return (await isPublicByName.fetch(name))?.isShown === true ? 'everyone' : 'nobody'
    },
    clear() {
      // A new one, because a query that began before the commit would still fill the old one.
      isPublicByName = remember()
    },
  }
}

/** Several rows may show the same photo. */
async function isPublic(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from (${sql.raw(photoReferences())}) shown where name = ${name} and is_public limit 1`,
  )
  return rows.length > 0
}
