import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { EVENT_STATUSES } from '@/domain/events/event'
import { AUDIENCES } from '@/domain/events/facts/event-facts'
import { EVENT_STATES } from '@/domain/events/event-state'
import type { ImportedEvent } from '@/domain/staff/import'
import type { InfoLink } from '@/domain/events/info-link'
import type { Timetable } from '@/domain/timetables/timetable'
import { foldedText } from '@/server/platform/database/client'
import { users } from './accounts'
import { createdAt, id, instant, tsvector, updatedAt } from './columns'
import { importSources } from './import-sources'
import { tags } from './tags'

/** Events, from their submission on. */

export const eventStatus = pgEnum('event_status', EVENT_STATUSES)

export const eventState = pgEnum('event_state', EVENT_STATES)

export const eventAudience = pgEnum('event_audience', AUDIENCES)

export const events = pgTable(
  'events',
  {
    id,
    title: text('title').notNull(),
    description: text('description').notNull(),
    status: eventStatus('status').notNull().default('ON_REVIEW'),
    /** Contact address of the submitter; never public. Empty when it was removed after its time (retention). */
    email: text('email').notNull(),
    /** Language of the submitter's mails. */
    locale: text('locale').notNull().default('en'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    locationName: text('location_name').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    /** The slug is what `placeSlug` of the domain computes. */
    placeSlug: text('place_slug').generatedAlwaysAs(
      sql`rtrim(left(trim('-' from regexp_replace(${foldedText(sql.raw(`split_part(location_name, ' - ', 1)`))}, '[^a-z0-9]+', '-', 'g')), 80), '-')`,
    ),
    /** Null: not said. 0: free, or everybody gives what they like. */
    priceCents: integer('price_cents'),
    isDonation: boolean('is_donation').notNull().default(false),
    /** Audience, access and languages of an event. Null or empty means not said, never 'no'. */
    audience: eventAudience('audience'),
    access: text('access')
      .array()
      .notNull()
      .default(sql`'{}'`),
    languages: text('languages')
      .array()
      .notNull()
      .default(sql`'{}'`),
    infoUrl: text('info_url'),
    infoLinks: jsonb('info_links').$type<InfoLink[]>().notNull().default([]),
    timetable: jsonb('timetable').$type<Timetable>().notNull(),
    /** A recurring timetable is stored as schedules up to here; null when all of its schedules are stored. */
    materialisedUntil: instant('materialised_until'),
    /** Content hash that names the photo's files; null without a photo. */
    photoHash: text('photo_hash'),
    photoWidth: integer('photo_width'),
    photoHeight: integer('photo_height'),
    /** The point that a crop keeps in sight, in percent from the left and from the top. */
    photoFocusX: integer('photo_focus_x'),
    photoFocusY: integer('photo_focus_y'),
    /** The colour that is shown until the photo is there, `#rrggbb`. */
    photoColor: text('photo_color'),
    /** The state that the team has set for the event as a whole, with a note; null when none (rules 4.9). */
    state: eventState('state'),
    stateNote: text('state_note'),
    /** The folded words of title, place and description, and `#<id>` of each tag (`search-index`). */
    search: tsvector('search'),
    /** The search text with the contact address, for the back office alone. */
    contactSearch: tsvector('contact_search').generatedAlwaysAs(
      sql`array_to_tsvector(array_remove(regexp_split_to_array(lower(email), '[^[:alnum:]]+'), ''))`,
    ),
    reviewedAt: instant('reviewed_at'),
    reviewReason: text('review_reason'),
    /** The rejected event that this is another try of: its submitter is shown this one in its place. */
    resubmissionOf: uuid('resubmission_of').references((): AnyPgColumn => events.id, {
      onDelete: 'set null',
    }),
    /** Counts reviews and edits: an edit of an older one is refused, so that nobody's work is overwritten. */
    revision: integer('revision').notNull().default(1),
    /** The revision of the last edit of its content; a change written over a later one overwrites nothing. */
    editedRevision: integer('edited_revision').notNull().default(0),
    /** The source that it was imported from, and its UID there: an import that runs again updates it. */
    importSourceId: uuid('import_source_id').references(() => importSources.id, { onDelete: 'set null' }),
    importUid: text('import_uid'),
    /** SHA-256 of what was imported: the same again changes nothing. */
    importDigest: text('import_digest'),
    /** The source's last values: where the event differs from them now, a person changed it. */
    importValues: jsonb('import_values').$type<ImportedEvent>(),
    /** Position in the order of changes that `GET /events/list?since=` walks; 0 until it is first published. */
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull().default(0),
    createdAt,
    updatedAt,
  },
  (table) => [
    // These serve the back office's list, in every status and in one, and a person's own. `nullsFirst` as `order by … desc` means it: PostgreSQL sorts again where
    // an index puts nulls elsewhere, though there are none.
    index('events_created').on(table.createdAt.desc().nullsFirst(), table.id),
    index('events_status_created').on(table.status, table.createdAt.desc().nullsFirst(), table.id),
    index('events_user').on(table.userId, table.createdAt.desc().nullsFirst(), table.id),
    index('events_resubmission').on(table.resubmissionOf),
    unique('events_import').on(table.importSourceId, table.importUid),
    // Events that somebody may claim who has shown that the address is theirs.
    index('events_ownerless')
      .on(sql`lower(${table.email})`, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.userId} is null`),
    index('events_change').on(table.changeSeq),
    index('events_place').on(table.placeSlug),
    index('events_photo').on(table.photoHash),
    index('events_search').using('gin', table.search),
    index('events_facts').using('gin', table.access, table.languages),
    index('events_contact_search').using('gin', table.contactSearch),
    index('events_contact').using('gin', sql`(${foldedText(sql`${table.email}`)}) gin_trgm_ops`),
    index('events_unsearchable')
      .on(table.id)
      .where(sql`${table.search} is null`),
    index('events_unfinished')
      .on(table.materialisedUntil)
      .where(sql`${table.materialisedUntil} is not null`),
    check('events_price', sql`${table.priceCents} >= 0`),
    check('events_donation', sql`not ${table.isDonation} or coalesce(${table.priceCents}, 1) = 0`),
  ],
)

/** The states of single village days of an event; only of days on which it has a date. */
export const eventDayStates = pgTable(
  'event_day_states',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    state: eventState('state').notNull(),
    note: text('note'),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.day] })],
)

export const eventTags = pgTable(
  'event_tags',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    tagId: uuid('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.tagId] }),
    index('event_tags_tag').on(table.tagId, table.eventId),
  ],
)
