import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { events } from '@/server/platform/database/schema'

/** A table whose rows show photos: `name` and `isPublic` are SQL. */
interface ShowsPhotos {
  table: string
  name: string
  isPublic: string
}

/** All tables that refer to photos. Whoever adds one adds it here: else its photos are swept away and in no backup. */
const SHOW_PHOTOS: readonly ShowsPhotos[] = [
  { table: 'events', name: 'photo_hash', isPublic: `status = 'PUBLISHED'` },
  {
    table: 'organisers',
    name: 'photo_hash',
    isPublic: `exists (select 1 from users u where u.id = organisers.user_id and u.suspended_at is null)`,
  },
  {
    table: 'proposals',
    name: `content #>> '{photo,name}'`,
    isPublic: 'false',
  },
]

/** A row for each photo that a row refers to. */
export function photoReferences(): string {
  return SHOW_PHOTOS.map(
    ({ table, name, isPublic }) =>
      `select ${name} as name, ${isPublic} as is_public from ${table} where ${name} is not null`,
  ).join(' union all ')
}

export const PHOTO_COLUMNS = {
  photoHash: events.photoHash,
  photoWidth: events.photoWidth,
  photoHeight: events.photoHeight,
  photoFocusX: events.photoFocusX,
  photoFocusY: events.photoFocusY,
  photoColor: events.photoColor,
}
export type PhotoColumn = keyof typeof PHOTO_COLUMNS

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

export const NO_PHOTO = {
  photoHash: null,
  photoWidth: null,
  photoHeight: null,
  photoFocusX: null,
  photoFocusY: null,
  photoColor: null,
} satisfies Record<PhotoColumn, null>
