import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { InfoLink } from '@/domain/events/info-link'
import type { OrganiserTexts } from '@/domain/organisers/organiser'
import { users } from './accounts'
import { createdAt, id, updatedAt } from './columns'

/** Accounts that staff has marked as organisers, each with its page. The account's events are its own. */
export const organisers = pgTable(
  'organisers',
  {
    id,
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The slug is made of the first name, and never changed: links to the page go on. */
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    /** Texts by language. */
    texts: jsonb('texts').$type<OrganiserTexts>().notNull().default({}),
    links: jsonb('links').$type<InfoLink[]>().notNull().default([]),
    /** The photo is stored like that of an event. */
    photoHash: text('photo_hash'),
    photoWidth: integer('photo_width'),
    photoHeight: integer('photo_height'),
    photoFocusX: integer('photo_focus_x'),
    photoFocusY: integer('photo_focus_y'),
    photoColor: text('photo_color'),
    /** Counts edits: an edit of an older one is refused. */
    revision: integer('revision').notNull().default(1),
    createdAt,
    updatedAt,
  },
  (table) => [index('organisers_photo').on(table.photoHash)],
)
