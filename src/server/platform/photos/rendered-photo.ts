import { createHash } from 'node:crypto'
import type { OutputInfo } from 'sharp'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import type { PhotoVariant } from '@/domain/events/event'

export interface Pixels {
  data: Buffer
  info: OutputInfo
}

export interface PhotoAppearance {
  /** The point that a crop keeps in sight, in percent from the left and from the top. */
  focus: { x: number; y: number }
  /** The colour of its edges, `#rrggbb`. */
  color: string
}

export interface PhotoVariants extends PhotoAppearance {
  width: number
  height: number
  files: Record<PhotoVariant, Buffer>
}

export type PhotoFault = 'photo_wrong_kind' | 'photo_broken' | 'photo_too_big'
export type RenderedPhoto = { ok: true; photo: PhotoVariants } | { ok: false; code: PhotoFault }

/** The name of a stored photo: 32 hex digits of the SHA-256 over its pictures. */
const NAME = /^[0-9a-f]{32}$/
const NAME_CHARS = 32

export function nameOfPhoto({ files }: Pick<PhotoVariants, 'files'>): string {
  const hash = createHash('sha256')
  for (const variant of PHOTO_VARIANTS) hash.update(files[variant])
  return hash.digest('hex').slice(0, NAME_CHARS)
}

/** Throws RangeError for what cannot be the name of a photo. */
export function assertPhotoName(name: string | undefined): asserts name is string {
  if (name === undefined || !NAME.test(name)) throw new RangeError('not the name of a photo')
}

/** The files that a photo may have, the full picture first. */
export function pictureFileNames(name: string): string[] {
  return PHOTO_VARIANTS.map((variant) => photoFileName(name, variant))
}

/** The name of the photo that this file is a picture of, whichever it is; undefined for any other file. */
export function photoNameOfFile(fileName: string): string | undefined {
  const name = fileName.slice(0, NAME_CHARS)
  return NAME.test(name) && pictureFileNames(name).includes(fileName) ? name : undefined
}
