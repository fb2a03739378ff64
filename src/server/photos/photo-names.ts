import { photoFileName } from '@/domain/photo'
import type { PhotoVariant } from '@/domain/photo'

/** The name of a stored photo: 32 hex digits of the SHA-256 over its pictures. */
const NAME = /^[0-9a-f]{32}$/
const FULL_FILE = /^([0-9a-f]{32})-full\.jpg$/

export function isPhotoName(text: string): boolean {
  return NAME.test(text)
}

/** The name of the photo whose full picture this file is, if it is one. */
export function photoNameOfFile(fileName: string): string | undefined {
  return FULL_FILE.exec(fileName)?.[1]
}

/** The addresses of a photo's pictures, from the root of the site. Immutable: other content has another name. */
export function photoUrls(name: string): Record<PhotoVariant, string> {
  const url = (variant: PhotoVariant) => `/photos/${photoFileName(name, variant)}`
  return { full: url('full'), '1200x630': url('1200x630'), '800': url('800'), '400': url('400') }
}
