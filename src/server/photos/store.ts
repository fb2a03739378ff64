import type { PhotoVariant } from '@/domain/photo'
import type { PhotoVariants } from './pipeline'

/** A stored photo. The size is the full picture's, for pages that must not shift when it arrives. */
export interface StoredPhoto {
  name: string
  width: number
  height: number
}

/** Keeps the pictures of photos under names made of their content. */
export interface PhotoStore {
  /** All pictures or none. The same photo again gets the same name. Throws PhotoStoreFullError for want of room. */
  put(photo: PhotoVariants): Promise<StoredPhoto>
  /** Where one picture is, as a file of this machine. Throws RangeError for what cannot be a name. */
  path(name: string, variant: PhotoVariant): string
  /** Forgets a photo; one that is not there is no error. Two events may share a photo: ask the database first. */
  remove(name: string): Promise<void>
  /** The names of all photos that are completely there. */
  list(): Promise<string[]>
}

/** There is no room for the photo; nothing of it was kept. */
export class PhotoStoreFullError extends Error {
  override name = 'PhotoStoreFullError'
}
