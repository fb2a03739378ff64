import { join } from 'node:path'
import type { Pool } from 'pg'
import { PHOTO_VARIANTS, oldPreviewFileName, photoFileName } from '@/domain/events/photo'
import { hasCode } from '@/server/platform/database/engine/engine-errors'
import type { ArchiveWriter } from './archive-writer'
import { BackupError } from './backup-error'
import { pictureEntryName } from './manifest'

interface Photos {
  pool: Pool
  /** Names of photos that rows of the snapshot refer to. */
  photos: readonly string[]
  photosDir: string
  readPicture: (path: string) => Promise<Buffer>
  archive: ArchiveWriter
}

/** Photos are gone because their events are, too: the snapshot is too old. */
export class SupersededError extends Error {
  override name = 'OutrunError'
}

/**
 * Writes the pictures of photos into the archive. Files never change, so they need no snapshot; they only go away, some
 * time after their event did. Throws SupersededError when that has happened, BackupError for what is really missing.
 */
export async function copyPhotos(photos: Photos): Promise<void> {
  const lost: string[] = []
  for (const photo of photos.photos) if (!(await copyPhoto(photo, photos))) lost.push(photo)
  if (lost.length > 0) throw await whyMissing(photos.pool, lost, photos.photosDir)
}

/** False if a picture of it is missing. */
async function copyPhoto(photo: string, { photosDir, readPicture, archive }: Photos): Promise<boolean> {
  // The full picture last, as the store writes them: where it is, the others are.
  for (const variant of PHOTO_VARIANTS.toReversed()) {
    const names = [
      photoFileName(photo, variant),
      ...(variant === '1200x630' ? [oldPreviewFileName(photo)] : []),
    ]
    const found = await readFirst(names, (fileName) => readPicture(join(photosDir, fileName)))
    if (found === undefined) return false
    await archive.add(pictureEntryName(found.fileName), found.bytes)
  }
  return true
}

/** The first of these files that is there. */
async function readFirst(fileNames: readonly string[], read: (fileName: string) => Promise<Buffer>) {
  for (const fileName of fileNames) {
    const bytes = await read(fileName).catch(missing)
    if (bytes !== undefined) return { fileName, bytes }
  }
}

function missing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}

async function whyMissing(pool: Pool, photos: string[], photosDir: string): Promise<Error> {
  const query = 'select id, photo_hash from events where photo_hash = any($1) order by id'
  const rows = (await pool.query(query, [photos])).rows as { id: string; photo_hash: string }[]
  if (rows.length === 0) return new SupersededError()
  const lines = rows.map((row) => `  event ${row.id}: photo ${row.photo_hash}`)
  return new BackupError(
    `Photos are missing in ${photosDir}. Bring their files back, or give the events other photos:\n${lines.join('\n')}`,
  )
}
