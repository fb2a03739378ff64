// Photos as plain files in one directory, which the server hands out as they are.

import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/photo'
import type { PhotoVariant } from '@/domain/photo'
import { isPhotoName, photoNameOfFile } from './photo-names'
import type { PhotoVariants } from './pipeline'
import { PhotoStoreFullError } from './store'
import type { PhotoStore } from './store'

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
/** Drafts older than this were left by a process that died; younger ones may be another server's work. */
const DRAFT_LIFETIME_MS = 60 * 60 * 1000

/** The directory of the photos under `dataDir`. */
export function photosDir(dataDir: string): string {
  return join(dataDir, 'photos')
}

/** Opens (and makes, if need be) the store under `DATA_DIR/photos`. */
export async function openDiskPhotoStore(dataDir: string): Promise<PhotoStore> {
  const dir = photosDir(dataDir)
  // Within the same directory, because a rename does not cross file systems, but under no name that is ever served.
  const draftsDir = join(dir, '.drafts')
  await mkdir(draftsDir, { recursive: true })
  await removeOldDrafts(draftsDir)

  const path = (name: string, variant: PhotoVariant) => {
    if (!isPhotoName(name)) throw new RangeError('not the name of a photo')
    return join(dir, photoFileName(name, variant))
  }
  return {
    path,
    put: async (photo) => {
      const name = nameOf(photo)
      if (!(await isThere(path(name, 'full'))))
        await writeAll(draftsDir, photo, (variant) => path(name, variant))
      return { name, width: photo.width, height: photo.height }
    },
    remove: async (name) => {
      // The full picture goes first, as it came last: without it the photo is not there.
      for (const variant of PHOTO_VARIANTS) await rm(path(name, variant), { force: true })
    },
    list: async () => {
      const names = (await readdir(dir)).map(photoNameOfFile)
      return names.filter((name) => name !== undefined).toSorted()
    },
  }
}

function nameOf({ files }: PhotoVariants): string {
  const hash = createHash('sha256')
  for (const variant of PHOTO_VARIANTS) hash.update(files[variant])
  return hash.digest('hex').slice(0, 32)
}

/** Writes all pictures aside and down to the disk, then gives them their names, the full one last. */
async function writeAll(
  draftsDir: string,
  photo: PhotoVariants,
  pathOf: (variant: PhotoVariant) => string,
): Promise<void> {
  const drafts = PHOTO_VARIANTS.map((variant) => ({ variant, draft: join(draftsDir, randomUUID()) }))
  try {
    for (const { variant, draft } of drafts) await writeDurably(draft, photo.files[variant])
    for (const { variant, draft } of drafts.toReversed()) await rename(draft, pathOf(variant))
    await syncDir(join(draftsDir, '..'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (NO_ROOM.has(code)) throw new PhotoStoreFullError('no room for the photo', { cause: error })
    throw error
  } finally {
    for (const { draft } of drafts) await rm(draft, { force: true })
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o644)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncDir(dir: string): Promise<void> {
  // Windows cannot open a directory.
  if (process.platform === 'win32') return
  const handle = await open(dir)
  await handle.sync()
  await handle.close()
}

async function removeOldDrafts(draftsDir: string): Promise<void> {
  for (const name of await readdir(draftsDir)) {
    const path = join(draftsDir, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > DRAFT_LIFETIME_MS) await rm(path, { force: true })
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
