import { PHOTO_VARIANTS, oldPreviewFileName, photoFileName } from '@/domain/events/photo'

/** The name of a stored photo: 32 hex digits of the SHA-256 over its pictures. */
const NAME = /^[0-9a-f]{32}$/
const NAME_CHARS = 32

export function isPhotoName(text: string): boolean {
  return NAME.test(text)
}

/** The name of the photo that this file is a picture of, whichever it is; undefined for any other file. */
export function photoNameOfFile(fileName: string): string | undefined {
  const name = fileName.slice(0, NAME_CHARS)
  const isPicture =
    PHOTO_VARIANTS.some((variant) => photoFileName(name, variant) === fileName) ||
    oldPreviewFileName(name) === fileName
  return isPicture && isPhotoName(name) ? name : undefined
}
