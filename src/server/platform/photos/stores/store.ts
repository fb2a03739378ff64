import type { Readable } from 'node:stream'
import type { PhotoAppearance, PhotoVariants } from '../rendered-photo'

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
