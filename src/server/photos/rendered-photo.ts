import type { PhotoVariant } from '@/domain/photo'

export interface PhotoVariants {
  /** Of the full picture, in pixels. */
  width: number
  height: number
  files: Record<PhotoVariant, Buffer>
}

export type PhotoFault = 'photo_wrong_kind' | 'photo_broken' | 'photo_too_big'
/** What became of a photo that somebody sent. */
export type RenderedPhoto = { ok: true; photo: PhotoVariants } | { ok: false; code: PhotoFault }
