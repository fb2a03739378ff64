import type { PhotoVariant } from '@/domain/photo'
import type { ProblemCode } from '@/domain/problem'

/** A photo that is on the disk but in no row yet. */
export interface KeptPhoto {
  /** Names its files. */
  name: string
  width: number
  height: number
  /** Must be called once the write has ended. A photo that nothing refers to is removed. */
  settle(stored: boolean): Promise<void>
}

export type PhotoOutcome = { ok: true; photo: KeptPhoto } | { ok: false; code: ProblemCode }

/** What resources know of photos: made in `server/photo-keeper.ts` from the pipeline, the store and the database. */
export interface PhotoKeeper {
  /** Judges, redraws and stores a photo that came as base64 text, with or without a `data:` prefix (spec 7). */
  keep(base64: string): Promise<PhotoOutcome>
  /** Call after the commit that may have taken away the last mention of these: they are removed if it has. */
  forget(names: readonly string[]): Promise<void>
  /** Where a picture is on this machine. */
  file(name: string, variant: PhotoVariant): string
}
