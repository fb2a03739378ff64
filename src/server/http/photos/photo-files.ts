import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { ApiError } from '@/server/http/errors/errors'
import { isDatabaseAway, type Queryable } from '@/server/platform/database/client'
import { nowSeconds, type Clock } from '@/server/platform/process/clock'
import { PHOTO_REFERENCES } from '@/server/platform/database/events/event-content'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import { isSame, signer } from '@/server/http/security/event-links'
import type { PhotoUploads } from './photo-uploads'

/** The header of public pictures. It is only sent with the picture itself, and not with a failure. */
const FOREVER = 'public, max-age=31536000, immutable'
const NAME_CHARS = 32

/** Everyone gets pictures of published events, and the holder of a signed address others. A small picture is sent whole. */
export function photoFiles(app: FastifyInstance, open: PhotoUploads['open'], access: PhotoAccess): void {
  app.get<{ Params: { file: string } }>('/photos/:file', { compress: false }, async (request, reply) => {
    // A missing photo has the same header: it may be published, or restored from a backup, in a moment.
    reply.header('cache-control', 'private, no-store')
    const { file } = request.params
    const picture = await open(file)
    if (picture === undefined) throw new ApiError('NOT_FOUND')
    const readers = await access.of(file.slice(0, NAME_CHARS), request.query)
    if (readers === 'nobody') throw new ApiError('NOT_FOUND')
    const etag = `"${file}"`
    reply.header('cross-origin-resource-policy', 'cross-origin').header('etag', etag)
    if (readers === 'everyone') reply.header('cache-control', FOREVER)
    if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send()
    return reply.type(file.endsWith('.jpg') ? 'image/jpeg' : 'image/webp').send(picture)
  })
}

const MAX_NAMES = 10_000
/** Addresses stay the same for so long, so that a page that is read again does not load its photos again. */
const STEP_SECONDS = 5 * 60
/** The time counts from the end of the step: an address holds ten to fifteen minutes. */
const VALID_SECONDS = 10 * 60
/** How long another server may still send a photo after its event was deleted here. */
const PUBLIC_MS = 15_000
/** How long a photo stays hidden: one that another server has just published should not be missing. */
const HIDDEN_MS = 1000

/** The access to photos: everyone while a published event or an organiser shows one, else the holder of a signed address. */
export type PhotoAccess = ReturnType<typeof createPhotoAccess>

export function createPhotoAccess(db: Queryable, clock: Clock, deriveKey: DeriveKey) {
  const sign = signer(deriveKey, 'unpublished photos')
  const isPublicByName = new LRUCache<string, { isShown: boolean }>({
    max: MAX_NAMES,
    ttl: PUBLIC_MS,
    ttlResolution: 0,
    perf: { now: () => clock.nowMs() },
    // A query that began before a change is not stored.
    ignoreFetchAbort: true,
    // One query for all who ask for the same photo at once.
    fetchMethod: async (name, stale, { options }) => {
      try {
        const isShown = await isPublic(db, name)
        if (!isShown) options.ttl = HIDDEN_MS
        return { isShown }
      } catch (error) {
        // Pages that show the photo are sent without a database, too.
        if (stale?.isShown === true && isDatabaseAway(error)) return stale
        throw error
      }
    },
  })

  function isSigned(name: string, query: unknown): boolean {
    const { expires, signature } = (query ?? {}) as Record<string, unknown>
    if (typeof expires !== 'string' || typeof signature !== 'string') return false
    return Number(expires) > nowSeconds(clock) && isSame(signature, sign(`${name} ${expires}`))
  }

  return {
    /**
     * The query of an address of any picture of this photo, signed for some minutes unless it is public. Call it only for those who may
     * read what shows it; '' without a photo.
     */
    query(this: void, name: string | null, isShown: boolean): string {
      if (name === null || isShown) return ''
      const expires = (Math.floor(nowSeconds(clock) / STEP_SECONDS) + 1) * STEP_SECONDS + VALID_SECONDS
      return `?expires=${expires}&signature=${sign(`${name} ${expires}`)}`
    },
    /** The people who may see the photo that was requested with this query. */
    async of(name: string, query: unknown): Promise<'everyone' | 'holder' | 'nobody'> {
      if (isSigned(name, query)) return 'holder'
      return (await isPublicByName.fetch(name))?.isShown === true ? 'everyone' : 'nobody'
    },
    /** Call after the commit of a change to what shows photos. */
    clear: () => isPublicByName.clear(),
  }
}

/** Several rows may show the same photo. */
async function isPublic(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from (${sql.raw(PHOTO_REFERENCES)}) shown where name = ${name} and is_public limit 1`,
  )
  return rows.length > 0
}
