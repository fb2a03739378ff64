import type { PhotoVariant } from '@/domain/events/photo'
import type { PhotoAppearance, PhotoVariants } from './rendered-photo'

/** A stored photo. The size is the full picture's, for pages that must not shift when it arrives. */
export interface StoredPhoto extends PhotoAppearance {
  name: string
  width: number
  height: number
}

/**
 * Whether a photo may go. `touchedAtMs` is when one of its pictures was last put, by any server, in milliseconds since
 * 1970.
 */
export type MayRemove = (touchedAtMs: number) => Promise<boolean>

/** Stores the pictures of photos under names made of their content. Several servers may work on one store. */
export interface PhotoStore {
  /**
   * All pictures, or an error: what a failed put leaves is completed by the next, or listed and removed. The same photo
   * again gets the same name, and is as young as a new one. Throws PhotoStoreFullError for want of room.
   */
  put(photo: PhotoVariants): Promise<StoredPhoto>
  /** Where one picture is, as a file of this machine. Throws RangeError for what cannot be a name. */
  path(name: string, variant: PhotoVariant): string
  /**
   * Removes a photo; one that is not there is no error. Two events may share a photo: `mayRemove` queries the database. It is
   * called before, and again when no put of another server can any longer find the pictures: a no brings them back.
   */
  remove(name: string, mayRemove?: MayRemove): Promise<void>
  /** The names of all photos of which anything is there, and be it one picture that a crash left. */
  list(): Promise<string[]>
  /** The size of all pictures. */
  sizeBytes(): Promise<number>
}

/** There is no room for the photo; nothing of it was stored. */
export class PhotoStoreFullError extends Error {
  override name = 'PhotoStoreFullError'
}
