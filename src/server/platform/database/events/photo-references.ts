import type { StoredPhoto } from '@/server/platform/photos/stores/store'

/** A table whose rows show photos: `name` and `isPublic` are SQL. */
interface ShowsPhotos {
  table: string
  name: string
  isPublic: string
}

/** All tables that refer to photos. Whoever adds one adds it here: else its photos are swept away and in no backup. */
const SHOW_PHOTOS: readonly ShowsPhotos[] = [
  { table: 'events', name: `photo ->> 'name'`, isPublic: `status = 'PUBLISHED'` },
  {
    table: 'organisers',
    name: `photo ->> 'name'`,
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

/** The part of a photo that a row stores. */
export function storedPhoto({ name, width, height, focus, color }: StoredPhoto): StoredPhoto {
  return { name, width, height, focus, color }
}
