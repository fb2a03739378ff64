// Where bytes are stored: in a folder, or below a prefix of a bucket that several servers share. Photos are files that are
// named by their content.

import { createHash } from 'node:crypto'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import type { PhotoVariants } from '@/server/platform/photos/pipeline'

export interface StoredFile {
  name: string
  bytes: number
  /** When it was last put, in milliseconds since 1970, by the clock of the store. */
  writtenAtMs: number
}

/** Each call throws PhotoStoreUnreachableError when the store does not do it. */
export interface FileStore {
  /** Stores all of it durably, over what was there, or nothing. Throws PhotoStoreFullError. */
  put(name: string, content: Uint8Array): Promise<void>
  read(name: string): Promise<Buffer | undefined>
  /** A file that is not there is no error. */
  remove(name: string): Promise<void>
  list(): Promise<StoredFile[]>
}

export async function removeOldFiles(files: FileStore, before: Date): Promise<void> {
  for (const { name, writtenAtMs } of await files.list())
    if (writtenAtMs < before.getTime()) await files.remove(name)
}

/** Thrown when there is no room; nothing was stored. */
export class PhotoStoreFullError extends Error {
  override name = 'PhotoStoreFullError'
}

/** The store does not respond, or refuses this server: everything else goes on without photos. */
export class PhotoStoreUnreachableError extends Error {
  override name = 'PhotoStoreUnreachableError'
}

/** A stored photo. The size is the full picture's, for pages that must not shift when it arrives. */
export interface StoredPhoto extends Omit<PhotoVariants, 'files'> {
  name: string
}

export type PhotoStore = ReturnType<typeof createPhotoStore>

/** Photos are named by the hash of their pictures: the same photo again has the same name. */
export function createPhotoStore(files: FileStore) {
  return {
    /** Stores all pictures, or throws (`FileStore.put`). */
    async put({ files: pictures, ...about }: PhotoVariants): Promise<StoredPhoto> {
      const name = nameOfPhoto(pictures)
      // The full picture comes last: where it is, the others are.
      for (const variant of PHOTO_VARIANTS.toReversed())
        await files.put(photoFileName(name, variant), pictures[variant])
      return { name, ...about }
    },
    /** One picture by the name of its file; undefined for every other name, and for a missing file. */
    open: async (fileName: string) =>
      photoNameOfFile(fileName) === undefined ? undefined : files.read(fileName),
    async remove(name: string) {
      for (const variant of PHOTO_VARIANTS) await files.remove(photoFileName(name, variant))
    },
    /** Every photo of which anything is there: the bytes of all its pictures, and when one was last put. */
    async list() {
      const photos = new Map<string, StoredFile>()
      for (const file of await files.list()) {
        const name = photoNameOfFile(file.name)
        if (name === undefined) continue
        const { bytes = 0, writtenAtMs = 0 } = photos.get(name) ?? {}
        const latestMs = Math.max(writtenAtMs, file.writtenAtMs)
        photos.set(name, { name, bytes: bytes + file.bytes, writtenAtMs: latestMs })
      }
      return [...photos.values()]
    },
  }
}

/** The name of a stored photo: 32 hex digits of the SHA-256 over its pictures. */
const NAME_CHARS = 32
const NAME = /^[0-9a-f]{32}$/

function nameOfPhoto(pictures: PhotoVariants['files']): string {
  const hash = createHash('sha256')
  for (const variant of PHOTO_VARIANTS) hash.update(pictures[variant])
  return hash.digest('hex').slice(0, NAME_CHARS)
}

/** The name of the photo that this file is a picture of; undefined for any other file. */
function photoNameOfFile(fileName: string): string | undefined {
  const name = fileName.slice(0, NAME_CHARS)
  const isPicture = PHOTO_VARIANTS.some((variant) => photoFileName(name, variant) === fileName)
  return NAME.test(name) && isPicture ? name : undefined
}
