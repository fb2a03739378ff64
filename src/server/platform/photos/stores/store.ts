import type { Readable } from 'node:stream'
import type { PhotoAppearance, PhotoVariants } from '@/server/platform/photos/rendered-photo'

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

/** `touchedAtMs`: when one of its pictures was last put, by any server, in milliseconds since 1970. */
export type MayRemove = (touchedAtMs: number) => Promise<boolean>

/** Photos have names made of their content; several servers may share a store. Throws PhotoStoreUnreachableError. */
export interface PhotoStore {
  /** All pictures, or an error. The same photo again has the same name, as young as a new one. Throws PhotoStoreFullError. */
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
  files(): Promise<ReadonlyMap<string, number>>
  /** Resolves, once the picture is durable, with whether nothing stood there before. Throws RangeError for what is no picture's file. */
  restore(fileName: string, bytes: Buffer): Promise<boolean>
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
