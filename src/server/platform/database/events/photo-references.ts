/** A table whose rows show photos: `isPublic` and `owner` are SQL. */
interface ShowsPhotos {
  table: string
  /** Whether everyone may see the row's photo. */
  isPublic: string
  /** The name that a person looks for who misses the photo's files. */
  owner: string
}

/**
 * The tables with a column `photo_hash`. Whoever adds one adds it here: its photos are swept away otherwise, and in no
 * backup.
 */
const SHOW_PHOTOS: readonly ShowsPhotos[] = [
  { table: 'events', isPublic: `status = 'PUBLISHED'`, owner: `'event ' || id` },
  {
    table: 'organisers',
    isPublic: `exists (select 1 from users u where u.id = organisers.user_id and u.suspended_at is null)`,
    owner: `'organiser ' || slug`,
  },
]

/**
 * SQL of a table with a row for each photo that a row refers to: `name`, `is_public` and `owner`. `existing`: the tables of a database
 * that may be older than this program.
 */
export function photoReferences(existing?: readonly { name: string }[]): string {
  return SHOW_PHOTOS.filter(({ table }) => existing?.some(({ name }) => name === table) ?? true)
    .map(
      ({ table, isPublic, owner }) =>
        `select photo_hash as name, ${isPublic} as is_public, ${owner} as owner from ${table} where photo_hash is not null`,
    )
    .join(' union all ')
}
