import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Queryable } from '@/server/platform/database/client'
import { photoReferences } from '@/server/platform/database/events/photo-references'
import { createPhotoSignatures } from '@/server/platform/photos/photo-signatures'
import { nowSeconds } from '@/server/platform/process/clock'
import type { Clock } from '@/server/platform/process/clock'
import type { DeriveKey } from '@/server/http/auth/derived-key'
import { isDatabaseAway } from '@/server/http/errors/database-away'

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
  /**
   * The query of the address of a photo: nothing when what shows it is public, else a signature that holds some minutes. Call
   * it only for those who may read that; '' without a photo.
   */
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
