import type { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { open, readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import {
  assertPhotoName,
  nameOfPhoto,
  photoNameOfFile,
  pictureFileNames,
} from '@/server/platform/photos/rendered-photo'
import type { PhotoAppearance, PhotoVariants } from '@/server/platform/photos/rendered-photo'
import { createPhotoLock } from '@/server/platform/database/client'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import type { PhotoVariant } from '@/domain/events/event'
import { ensureDir, giveToOwnerOfDir, syncDir } from '@/server/platform/process/private-data-dir'
import { unlessMissing } from '@/server/platform/process/explain-failure'
import { openBucket, openS3PhotoStore } from './s3-store'
import type { Bucket, BucketAccess } from './s3-store'

/** A stored photo. The size is the full picture's, for pages that must not shift when it arrives. */
export interface StoredPhoto extends PhotoAppearance {
  name: string
  width: number
  height: number
}

/** A picture to be sent. Whoever opened it reads the stream to its end or destroys it. */
export interface OpenPicture {
  bytes: number
  stream: Readable
}

/**
 * Whether a photo may go. `touchedAtMs` is when one of its pictures was last put, by any server, in milliseconds since
 * 1970.
 */
export type MayRemove = (touchedAtMs: number) => Promise<boolean>

/**
 * Stores the pictures of photos under names made of their content. Several servers may work on one store. Each call throws
 * PhotoStoreUnreachableError where the store is elsewhere and does not respond.
 */
export interface PhotoStore {
  /**
   * All pictures, or an error: what a failed put leaves is completed by the next, or listed and removed. The same photo
   * again gets the same name, and is as young as a new one. Throws PhotoStoreFullError for want of room.
   */
  put(photo: PhotoVariants): Promise<StoredPhoto>
  /** One picture by the name of its file; undefined where it is not there, and for every other name. */
  open(fileName: string): Promise<OpenPicture | undefined>
  /**
   * Removes a photo; one that is not there is no error. Two events may share a photo: `mayRemove` queries the database. It is
   * called before, and again when no put of another server can any longer find the pictures: a no brings them back. Throws
   * RangeError for what cannot be a name.
   */
  remove(name: string, mayRemove?: MayRemove): Promise<void>
  /** The names of all photos of which anything is there, and be it one picture that a crash left. */
  list(): Promise<string[]>
  /** The files of all pictures with their sizes in bytes. */
  files(): Promise<ReadonlyMap<string, number>>
  /**
   * Puts one picture back as it was, from a backup; one that is damaged is mended. Resolves, once it is
   * durable, with whether nothing stood there before. Throws RangeError for what is no picture's file.
   */
  restore(fileName: string, bytes: Buffer): Promise<boolean>
  /** Undoes the restoring of a picture that was not there before. */
  undoRestore(fileName: string): Promise<void>
}

/** Thrown when there is no room for the photo; nothing of it was stored. */
export class PhotoStoreFullError extends Error {
  override name = 'PhotoStoreFullError'
}

/** The store does not respond, or refuses this server: everything else goes on without photos. */
export class PhotoStoreUnreachableError extends Error {
  override name = 'PhotoStoreUnreachableError'
}

interface PhotoStorageDeps {
  dataDir: string
  /** The bucket; undefined: photos are files under `dataDir`. */
  photoBucket: BucketAccess | undefined
  pool: Pool
  log: Pick<Logger, 'error'>
}

/** The store of the photos, and the bucket that it is in, if it is in one. */
export async function openPhotoStore({
  dataDir,
  photoBucket,
  pool,
  log,
}: PhotoStorageDeps): Promise<{ photos: PhotoStore; bucket: Bucket | undefined }> {
  if (photoBucket === undefined) return { photos: await openDiskPhotoStore(dataDir), bucket: undefined }
  const bucket = openBucket(photoBucket, log)
  return { photos: openS3PhotoStore(bucket, createPhotoLock(pool)), bucket }
}

// Photos as plain files in one directory, which the server hands out as they are.

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
/** Drafts older than this were left by a process that died; younger ones may be another server's work. */
const DRAFT_LIFETIME_MS = 60 * 60 * 1000
const STATS_AT_A_TIME = 32

/** The directory of the photos under `dataDir`. */
export function photosDir(dataDir: string): string {
  return join(dataDir, 'photos')
}

/** Opens (and makes, if need be) the store under `DATA_DIR/photos`. */
export async function openDiskPhotoStore(dataDir: string): Promise<PhotoStore> {
  const dir = photosDir(dataDir)
  // Within the same directory, because a rename does not cross file systems, but under no name that is ever served.
  const draftsDir = join(dir, '.drafts')
  for (const made of [dir, draftsDir]) await ensureDir(made)
  await removeOldDrafts(draftsDir)

  const path = (name: string, variant: PhotoVariant) => join(dir, photoFileName(name, variant))
  const replace = async (fileName: string, bytes: Buffer) => {
    const draft = join(draftsDir, randomUUID())
    try {
      await writeDurably(draft, bytes)
      await rename(draft, join(dir, fileName))
      await syncDir(dir)
    } catch (error) {
      throw fullOr(error)
    } finally {
      await rm(draft, { force: true })
    }
  }
  return {
    put: async (photo) => {
      const name = nameOfPhoto(photo)
      const missing: PhotoVariant[] = []
      for (const variant of PHOTO_VARIANTS)
        if (!(await touch(path(name, variant), photo.files[variant].length))) missing.push(variant)
      if (missing.length > 0) await writeAll(draftsDir, photo, missing, (variant) => path(name, variant))
      const { files: _, ...about } = photo
      return { name, ...about }
    },
    open: async (fileName) => {
      if (photoNameOfFile(fileName) === undefined) return undefined
      const file = await unlessMissing(open(join(dir, fileName)))
      if (file === undefined) return undefined
      try {
        const { size } = await file.stat()
        return { bytes: size, stream: file.createReadStream() }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    remove: async (name, mayRemove = () => Promise.resolve(true)) => {
      assertPhotoName(name)
      const paths = pictureFileNames(name).map((fileName) => join(dir, fileName))
      await removeAll(draftsDir, paths, mayRemove)
    },
    list: async () => {
      const names = (await readdir(dir)).map(photoNameOfFile)
      return [...new Set(names.filter((name) => name !== undefined))].toSorted()
    },
    files: async () => {
      const files = (await readdir(dir)).filter((name) => photoNameOfFile(name) !== undefined)
      const sizes = new Map<string, number>()
      // Some files are read at a time: there may be tens of thousands, and submissions read files, too.
      for (let from = 0; from < files.length; from += STATS_AT_A_TIME) {
        const some = files.slice(from, from + STATS_AT_A_TIME)
        const found = await Promise.all(some.map((file) => unlessMissing(stat(join(dir, file)))))
        for (const [index, file] of some.entries()) {
          const size = found[index]?.size
          if (size !== undefined) sizes.set(file, size)
        }
      }
      return sizes
    },
    restore: async (fileName, bytes) => {
      assertPhotoName(photoNameOfFile(fileName))
      const existing = await readFile(join(dir, fileName)).catch(() => undefined)
      if (existing?.equals(bytes)) return false
      await replace(fileName, bytes)
      return existing === undefined
    },
    undoRestore: async (fileName) => {
      assertPhotoName(photoNameOfFile(fileName))
      await rm(join(dir, fileName), { force: true })
    },
  }
}

interface MovedFile {
  path: string
  aside: string
}

/**
 * Moves the pictures aside, the full one first, before it checks for the last time. Another server's put has then either
 * touched them before, which their age shows and which restores them, or finds them missing and writes them anew.
 */
async function removeAll(draftsDir: string, paths: readonly string[], mayRemove: MayRemove): Promise<void> {
  const touchedAtMs = await lastTouchedAtMs(paths)
  if (touchedAtMs === undefined || !(await mayRemove(touchedAtMs))) return
  const moved: MovedFile[] = []
  let isGoing = false
  try {
    for (const path of paths) {
      const aside = join(draftsDir, randomUUID())
      const isMoved = await unlessMissing(rename(path, aside).then(() => true))
      if (isMoved) moved.push({ path, aside })
    }
    const movedTouchedAtMs = await lastTouchedAtMs(moved.map(({ aside }) => aside))
    isGoing = movedTouchedAtMs !== undefined && (await mayRemove(movedTouchedAtMs))
  } finally {
    // A picture that was put anew meanwhile loses nothing: it has the same content.
    await Promise.all(moved.map(({ path, aside }) => (isGoing ? removeFile(aside) : rename(aside, path))))
  }
}

/** Writes the missing pictures aside and down to the disk, then gives them their names, the full one last. */
async function writeAll(
  draftsDir: string,
  photo: PhotoVariants,
  missing: readonly PhotoVariant[],
  pathOf: (variant: PhotoVariant) => string,
): Promise<void> {
  const drafts = missing.map((variant) => ({ variant, draft: join(draftsDir, randomUUID()) }))
  try {
    for (const { variant, draft } of drafts) await writeDurably(draft, photo.files[variant])
    for (const { variant, draft } of drafts.toReversed()) await rename(draft, pathOf(variant))
    await syncDir(join(draftsDir, '..'))
  } catch (error) {
    throw fullOr(error)
  } finally {
    for (const { draft } of drafts) await rm(draft, { force: true })
  }
}

/** The error of a write, in the store's own words where there is no room. */
function fullOr(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return NO_ROOM.has(code) ? new PhotoStoreFullError('no room for the photo', { cause: error }) : error
}

async function removeOldDrafts(draftsDir: string): Promise<void> {
  for (const name of await readdir(draftsDir)) {
    const path = join(draftsDir, name)
    // Another server may finish its draft meanwhile.
    const found = await unlessMissing(stat(path))
    if (found !== undefined && Date.now() - found.mtimeMs > DRAFT_LIFETIME_MS) await removeFile(path)
  }
}

// The store's operations on single files.

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o644)
  try {
    await giveToOwnerOfDir(path)
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a file as young as a fresh one. False if it is not there, not whole or not ours: then it is written anew. */
async function touch(path: string, wholeBytes: number): Promise<boolean> {
  const now = new Date()
  try {
    // Touched before it is looked at: from then on who removes it restores it.
    await utimes(path, now, now)
    return (await stat(path)).size === wholeBytes
  } catch {
    return false
  }
}

/** When the youngest of these files was touched, in milliseconds since 1970; undefined if none is there. */
async function lastTouchedAtMs(paths: readonly string[]): Promise<number | undefined> {
  let lastMs: number | undefined
  for (const path of paths) {
    const found = await unlessMissing(stat(path))
    if (found !== undefined) lastMs = Math.max(lastMs ?? 0, found.mtimeMs)
  }
  return lastMs
}

/** Removes a file, and also a directory that stood where a picture belongs: neither a sweep nor a start may fail over it. */
function removeFile(path: string): Promise<void> {
  return rm(path, { force: true, recursive: true })
}
