import type { OutputInfo } from 'sharp'
import type { PhotoVariant } from '@/domain/events/photo'

/** A photo that somebody sent, or the text of an SVG that we drew ourselves. */
export type RenderTask = Buffer | string

/** Decoded, as sharp gives them. */
export interface Pixels {
  data: Buffer
  info: OutputInfo
}

/** The focus and colour of a photo, with which pages crop and frame its picture. */
export interface PhotoAppearance {
  /** The point that a crop keeps in sight, in percent from the left and from the top. */
  focus: { x: number; y: number }
  /** The colour of its edges, `#rrggbb`. */
  color: string
}

export interface PhotoVariants extends PhotoAppearance {
  /** The width of the full picture, in pixels. */
  width: number
  height: number
  files: Record<PhotoVariant, Buffer>
}

export type PhotoFault = 'photo_wrong_kind' | 'photo_broken' | 'photo_too_big'
/** The result of rendering a photo that somebody sent. */
export type RenderedPhoto = { ok: true; photo: PhotoVariants } | { ok: false; code: PhotoFault }
