// Where bytes are stored: in a folder, or below a prefix of a bucket that several servers share. Photos are files that are
// named by their content.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import type { PhotoAppearance, PhotoVariants } from '@/server/platform/photos/pipeline'

export interface StoredFile {
  name: string
  bytes: number
  /** When it was last put, in milliseconds since 1970, by the clock of the store. */
  writtenAtMs: number
}

/** Each call throws PhotoStoreUnreachableError when the store does not do it. */
export interface FileStore {
  /** Stores all of it durably, over what was there, or nothing. Throws PhotoStoreFullError, and what `content` throws. */
  put(name: string, content: Buffer | AsyncIterable<Uint8Array>): Promise<void>
  read(name: string): Promise<Buffer | undefined>
  find(name: string): Promise<StoredFile | undefined>
  /** A file that is not there is no error. */
  remove(name: string): Promise<void>
  list(): Promise<StoredFile[]>
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
export interface StoredPhoto extends PhotoAppearance {
  name: string
  width: number
  height: number
}

export interface OpenPicture {
  bytes: number
  stream: Readable
}

/** Photos are named by the hash of their pictures: the same photo again has the same name. */
export interface PhotoStore {
  /** Stores all pictures, or throws (`FileStore.put`). */
  put(photo: PhotoVariants): Promise<StoredPhoto>
  /** One picture by the name of its file; undefined for every other name, and for a file that is missing or damaged. */
  open(fileName: string): Promise<OpenPicture | undefined>
  /** Throws RangeError for what cannot be a name. */
  remove(name: string): Promise<void>
  /** The names of all photos of which anything is there, and be it one picture that a crash left. */
  list(): Promise<string[]>
  /** When any picture of a photo was last put, and whether all are there; undefined if none is. */
  find(name: string): Promise<{ writtenAtMs: number; isWhole: boolean } | undefined>
  /** The bytes of each picture. */
  files(): Promise<ReadonlyMap<string, number>>
}

export function createPhotoStore(files: FileStore): PhotoStore {
  const pictures = async () => (await files.list()).filter(({ name }) => photoNameOfFile(name) !== undefined)
  return {
    async put(photo) {
      const name = nameOfPhoto(photo)
      // The full picture comes last: where it is, the others are.
      for (const variant of PHOTO_VARIANTS.toReversed())
        await files.put(photoFileName(name, variant), photo.files[variant])
      const { files: _, ...about } = photo
      return { name, ...about }
    },
    async open(fileName) {
      if (photoNameOfFile(fileName) === undefined) return undefined
      const content = await files.read(fileName)
      if (content === undefined || !isWholePicture(content)) return undefined
      return { bytes: content.length, stream: Readable.from([content]) }
    },
    async remove(name) {
      assertName(NAME.test(name))
      for (const variant of PHOTO_VARIANTS) await files.remove(photoFileName(name, variant))
    },
    async list() {
      const names = (await pictures()).flatMap((file) => photoNameOfFile(file.name) ?? [])
      return [...new Set(names)].toSorted()
    },
    async find(name) {
      const found = await Promise.all(
        PHOTO_VARIANTS.map((variant) => files.find(photoFileName(name, variant))),
      )
      const times = found.flatMap((file) => file?.writtenAtMs ?? [])
      if (times.length === 0) return undefined
      return { writtenAtMs: Math.max(...times), isWhole: times.length === PHOTO_VARIANTS.length }
    },
    files: async () => new Map((await pictures()).map(({ name, bytes }) => [name, bytes])),
  }
}

/** The name of a stored photo: 32 hex digits of the SHA-256 over its pictures. */
const NAME = /^[0-9a-f]{32}$/
const NAME_CHARS = 32

function nameOfPhoto({ files }: PhotoVariants): string {
  const hash = createHash('sha256')
  for (const variant of PHOTO_VARIANTS) hash.update(files[variant])
  return hash.digest('hex').slice(0, NAME_CHARS)
}

/** The name of the photo that this file is a picture of; undefined for any other file. */
function photoNameOfFile(fileName: string): string | undefined {
  const name = fileName.slice(0, NAME_CHARS)
  const isPicture = PHOTO_VARIANTS.some((variant) => photoFileName(name, variant) === fileName)
  return NAME.test(name) && isPicture ? name : undefined
}

function assertName(isName: boolean): void {
  if (!isName) throw new RangeError('not the name of a photo')
}

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])
const JPEG_END = Buffer.from([0xff, 0xd9])
const RIFF_HEAD_BYTES = 8

/** A full disk, a power cut or a copy that was cut off may leave part of a file. Both formats say where they end. */
function isWholePicture(content: Buffer): boolean {
  if (content.subarray(0, JPEG_START.length).equals(JPEG_START))
    return content.subarray(-JPEG_END.length).equals(JPEG_END)
  const isWebp = content.length > 12 && content.toString('latin1', 0, 4) === 'RIFF'
  return isWebp && content.readUInt32LE(4) + RIFF_HEAD_BYTES === content.length
}
