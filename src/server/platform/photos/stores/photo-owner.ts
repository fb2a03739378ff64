// A store of photos belongs to one database: the rows of another one know nothing of what is in it.

import type { Queryable } from '@/server/platform/database/client'
import { databaseId } from '@/server/platform/database/database-id'
import type { PhotoStore } from './store'

/** Its message is for the person who runs the server. */
export class ForeignPhotosError extends Error {
  override name = 'ForeignPhotosError'
}

/** Guards the store against a server that runs on another database: a trial, or an empty one. */
export interface PhotoOwner {
  /** Throws ForeignPhotosError when the photos are another database's. */
  assertNotForeign(): Promise<void>
  /** The same for photos that no database owns yet: they become this one's if it uses them. */
  claim(isInUse: boolean): Promise<void>
}

export function createPhotoOwner(db: Queryable, store: Pick<PhotoStore, 'owner' | 'setOwner'>): PhotoOwner {
  /** It does not change while a server runs. */
  let own: string | undefined
  const ownId = async () => (own ??= await databaseId(db))

  /** Whether the photos are this database's; false where they are nobody's. */
  async function isOwn(): Promise<boolean> {
    const owner = await store.owner()
    if (owner !== undefined && owner !== (await ownId()))
      throw new ForeignPhotosError(
        'The photos belong to another database: none is removed. If this one has taken its place: npm run photos -- claim',
      )
    return owner !== undefined
  }

  return {
    async assertNotForeign() {
      await isOwn()
    },
    async claim(isInUse) {
      if (await isOwn()) return
      if (!isInUse)
        throw new ForeignPhotosError(
          'No event shows any of the photos: none is removed. If they belong to this database: npm run photos -- claim',
        )
      await store.setOwner(await ownId())
    },
  }
}
