// Photos as plain files in one directory, which the server hands out as they are.

import { randomUUID } from 'node:crypto'
import { open, readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import type { PhotoVariant } from '@/domain/events/event'
import {
  assertPhotoName,
  nameOfPhoto,
  photoNameOfFile,
  pictureFileNames,
} from '@/server/platform/photos/rendered-photo'
import {
  ensureDir,
  giveToOwnerOfDir,
  syncDir,
  unlessMissing,
} from '@/server/platform/process/private-data-dir'
import type { PhotoVariants } from '@/server/platform/photos/rendered-photo'
import { PhotoStoreFullError } from './store'
import type { MayRemove, PhotoStore } from './store'

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
/** Drafts older than this were left by a process that died; younger ones may be another server's work. */
const DRAFT_LIFETIME_MS = 60 * 60 * 1000
const STATS_AT_A_TIME = 32

export function photosDir(dataDir: string): string {
  return join(dataDir, 'photos')
}

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

/** Moves them aside before the last check, the full one first: another server's put has touched them, or finds them missing. */
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
