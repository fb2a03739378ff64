import { buffer } from 'node:stream/consumers'
import type { Pool } from 'pg'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/photo'
import { photoReferences } from '@/server/platform/database/events/photo-references'
import type { PhotoStore } from '@/server/platform/photos/stores/store'
import type { ArchiveWriter } from './archive-writer'
import { BackupError } from './backup-error'
import { pictureEntryName } from './manifest'
import type { Table } from './tables'

interface PhotoCopy {
  pool: Pool
  photos: Pick<PhotoStore, 'open'>
  /** Names of photos that rows of the snapshot refer to. */
  photoNames: readonly string[]
  /** The tables of the database, which may be older than this program. */
  tables: readonly Pick<Table, 'name'>[]
  archive: ArchiveWriter
}

/** Photos are gone because their events are, too: the snapshot is too old. */
export class SupersededError extends Error {
  override name = 'SupersededError'
}

/**
 * Writes the pictures of photos into the archive. Files never change, so they need no snapshot; they only go away, some
 * time after their event did. Throws SupersededError when that has happened, BackupError for what is really missing.
 */
export async function copyPhotos(copy: PhotoCopy): Promise<void> {
  const lost: string[] = []
  for (const name of copy.photoNames) if (!(await copyPhoto(name, copy))) lost.push(name)
  if (lost.length > 0) throw await whyMissing(copy, lost)
}

/** False if a picture of it is missing. */
async function copyPhoto(name: string, { photos, archive }: PhotoCopy): Promise<boolean> {
  // The full picture last, as the store writes them: where it is, the others are.
  for (const variant of PHOTO_VARIANTS.toReversed()) {
    const fileName = photoFileName(name, variant)
    const picture = await photos.open(fileName)
    if (picture === undefined) return false
    await archive.add(pictureEntryName(fileName), await buffer(picture.stream))
  }
  return true
}

async function whyMissing({ pool, tables }: PhotoCopy, names: string[]): Promise<Error> {
  const query = `select owner, name from (${photoReferences(tables)}) shown where name = any($1) order by owner`
  const rows = (await pool.query(query, [names])).rows as { owner: string; name: string }[]
  if (rows.length === 0) return new SupersededError()
  const lines = rows.map(({ owner, name }) => `  ${owner}: photo ${name}`)
  return new BackupError(
    `Photos are missing. Bring their files back, or give these other photos:\n${lines.join('\n')}`,
  )
}
