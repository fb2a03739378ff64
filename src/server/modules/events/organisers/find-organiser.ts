import { sql } from 'drizzle-orm'
import type { BackOfficeOrganiser } from '@/contract/back-office/back-office-organisers'
import type { PublicOrganiser } from '@/contract/events/organisers'
import type { InfoLink } from '@/domain/events/info-link'
import { textFor } from '@/domain/organisers/organiser'
import type { OrganiserTexts } from '@/domain/organisers/organiser'
import type { Queryable } from '@/server/platform/database/client'
import { photoOf } from '../event-shape'
import type { EventRow, Reader } from '../event-shape'
import { shownOrganisers } from '../filter-conditions'

type PhotoColumn = Extract<keyof EventRow, `photo_${string}`>

interface OrganiserRow extends Pick<EventRow, PhotoColumn>, Record<string, unknown> {
  slug: string
  name: string
  texts: OrganiserTexts
  links: InfoLink[]
  revision: number
}

const columns = sql`o.slug, o.name, o.texts, o.links, o.photo_hash, o.photo_width, o.photo_height, o.photo_focus_x,
  o.photo_focus_y, o.photo_color, o.revision`

/** The organiser that is shown at this address; undefined where there is none, or its account is suspended. */
export async function findOrganiser(db: Queryable, slug: string): Promise<OrganiserRow | undefined> {
  const { rows } = await db.execute<OrganiserRow>(
    sql`select ${columns} from ${shownOrganisers} where o.slug = ${slug}`,
  )
  return rows[0]
}

export function publicOrganiser(row: OrganiserRow, { origin, locale }: Reader): PublicOrganiser {
  const text = textFor(row.texts, locale)
  return {
    slug: row.slug,
    name: row.name,
    ...(text && { text: text.text, text_locale: text.locale }),
    links: row.links,
    ...photoOf(row, origin),
  }
}

/**
 * Finds the organiser that an account is marked as, also while it is suspended: the picture is then signed. Undefined
 * without a mark.
 */
export async function organiserOfUser(
  db: Queryable,
  userId: string,
  origin: string,
  photoQuery: (name: string | null, isPublic: boolean) => string,
): Promise<BackOfficeOrganiser | undefined> {
  const { rows } = await db.execute<OrganiserRow & { is_shown: boolean }>(sql`
    select ${columns}, u.suspended_at is null as is_shown from organisers o join users u on u.id = o.user_id
    where o.user_id = ${userId}`)
  const [row] = rows
  if (row === undefined) return undefined
  const { slug, name, texts, links, revision } = row
  const photo = photoOf(row, origin, photoQuery(row.photo_hash, row.is_shown))
  return { slug, name, texts, links, ...photo, revision }
}
