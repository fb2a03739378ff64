import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { events } from '../schema'

/** The columns of an event's photo. */
export const PHOTO_COLUMNS = {
  photoHash: events.photoHash,
  photoWidth: events.photoWidth,
  photoHeight: events.photoHeight,
  photoFocusX: events.photoFocusX,
  photoFocusY: events.photoFocusY,
  photoColor: events.photoColor,
}
export type PhotoColumn = keyof typeof PHOTO_COLUMNS

/** The columns of an event with this photo. */
export function photoColumns({ name, width, height, focus, color }: StoredPhoto) {
  return {
    photoHash: name,
    photoWidth: width,
    photoHeight: height,
    photoFocusX: focus.x,
    photoFocusY: focus.y,
    photoColor: color,
  } satisfies Record<PhotoColumn, unknown>
}

/** The columns of an event without a photo. */
export const NO_PHOTO = {
  photoHash: null,
  photoWidth: null,
  photoHeight: null,
  photoFocusX: null,
  photoFocusY: null,
  photoColor: null,
} satisfies Record<PhotoColumn, null>
