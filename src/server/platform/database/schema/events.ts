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
import { EVENT_STATUSES } from '@/domain/events/event'
import { AUDIENCES } from '@/domain/events/event-fields'
import { EVENT_STATES } from '@/domain/events/event-state'
import type { CsvColumns, ImportDefaults, ImportFindings } from '@/domain/staff/import'
import type { InfoLink } from '@/domain/events/info-link'
import { MAX_OCCURRENCE_DAYS, type Timetable } from '@/domain/timetables/timetable'
import type { ActivityAction, ActivityDetails } from '@/domain/staff/activity'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { users } from './accounts'
import { createdAt, foldedText, id, instant, searchText, textList, updatedAt } from './columns'

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
    /** Contact address of the submitter; never public. Empty when it was removed after its time. */
    email: text('email').notNull(),
    /** Language of the submitter's mails. */
    locale: text('locale').notNull().default('en'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    locationName: text('location_name').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    /** `placeSlug` of the domain makes it of the name; empty for one without a letter or a digit. */
    placeSlug: text('place_slug').notNull().default(''),
    /** Null: not said. 0: free, or everybody gives what they like. */
    priceCents: integer('price_cents'),
    isDonation: boolean('is_donation').notNull().default(false),
    /** Audience, access and languages of an event. Null or empty means not said, never 'no'. */
    audience: eventAudience('audience'),
    access: textList('access'),
    languages: textList('languages'),
    infoUrl: text('info_url'),
    infoLinks: jsonb('info_links').$type<InfoLink[]>().notNull().default([]),
    timetable: jsonb('timetable').$type<Timetable>().notNull(),
    /** A recurring timetable is stored as schedules up to here; null when all of its schedules are stored. */
    materialisedUntil: instant('materialised_until'),
    photo: jsonb('photo').$type<StoredPhoto>(),
    /** The state that the team has set for the event as a whole, with a note; null when none (rules 4.9). */
    state: eventState('state'),
    stateNote: text('state_note'),
    reviewedAt: instant('reviewed_at'),
    reviewReason: text('review_reason'),
    /** Counts reviews and edits: an edit of an older one is refused, so that nobody's work is overwritten. */
    revision: integer('revision').notNull().default(1),
    /** The revision of the last edit of its content; a change written over a later one overwrites nothing. */
    editedRevision: integer('edited_revision').notNull().default(0),
    /** The source that it was imported from, and its UID there: an import that runs again updates it. */
    importSourceId: uuid('import_source_id').references(() => importSources.id, { onDelete: 'set null' }),
    importUid: text('import_uid'),
    /** Of what its source said of it at the last import, and the `editedRevision` of that: a later one is a person's. */
    importDigest: text('import_digest'),
    importRevision: integer('import_revision').notNull().default(0),
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
    unique('events_import').on(table.importSourceId, table.importUid),
    // Events that somebody may claim who has shown that the address is theirs.
    index('events_ownerless')
      .on(sql`lower(${table.email})`, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.userId} is null`),
    index('events_change').on(table.changeSeq),
    index('events_place').on(table.placeSlug),
    index('events_photo').on(sql`(${table.photo} ->> 'name')`),
    // Duplicates have the same title.
    index('events_title').on(sql`lower(${table.title})`, table.createdAt, table.id),
    index('events_search').using('gin', sql`(${searchText(table)}) gin_trgm_ops`),
    index('events_contact').using('gin', sql`(${foldedText(sql`${table.email}`)}) gin_trgm_ops`),
    index('events_unfinished')
      .on(table.materialisedUntil)
      .where(sql`${table.materialisedUntil} is not null`),
    check('events_price', sql`${table.priceCents} >= 0`),
    check('events_donation', sql`not ${table.isDonation} or coalesce(${table.priceCents}, 1) = 0`),
  ],
)

/** Goes with its event. */
export const ofEvent = () =>
  uuid('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' })

/** The states of single village days of an event; only of days on which it has a date. */
export const eventDayStates = pgTable(
  'event_day_states',
  {
    eventId: ofEvent(),
    day: date('day', { mode: 'string' }).notNull(),
    state: eventState('state').notNull(),
    note: text('note'),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.day] })],
)

export const eventTags = pgTable(
  'event_tags',
  {
    eventId: ofEvent(),
    tagId: uuid('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.tagId] }),
    index('event_tags_tag').on(table.tagId, table.eventId),
  ],
)

export const tags = pgTable('tags', {
  id,
  key: text('key').notNull().unique(),
  /** The name in the app's first language, and in any other that has none of its own. */
  name: text('name').notNull(),
  /** Names by language, e.g. `{ pt: 'Concertos' }`. */
  names: jsonb('names').$type<Record<string, string>>().notNull().default({}),
  /** Keys of tags that were merged into it: links with them are in the world, and find what it finds. */
  mergedKeys: textList('merged_keys'),
  createdAt,
})

/** A calendar that events are imported from, by its address or as a file. */
export const importSources = pgTable('import_sources', {
  id,
  name: text('name').notNull(),
  /** Null for a file. */
  url: text('url').unique(),
  /** The administrator's choices for its events (place, tags, contact address), and for a CSV the meaning of its columns. */
  mapping: jsonb('mapping')
    .$type<{ defaults?: ImportDefaults; columns?: CsvColumns }>()
    .notNull()
    .default({}),
  /** It is read again each night. */
  isNightly: boolean('is_nightly').notNull().default(false),
  /** UIDs that a person saw in its rows and did not choose: no night does. */
  declined: text('declined').array().notNull().default([]),
  /** When it was read last, by hand or at night, and what was found. */
  readAt: instant('read_at'),
  findings: jsonb('findings').$type<ImportFindings>(),
  /** Names what of that needs a person, null when nothing does; and that which a person has seen. */
  news: text('news'),
  seenNews: text('seen_news'),
  createdAt,
})

export const schedules = pgTable(
  'schedules',
  {
    id,
    eventId: ofEvent(),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    isAllDay: boolean('is_all_day').notNull(),
  },
  (table) => [
    unique('schedules_occurrence').on(table.eventId, table.startAt, table.endAt),
    // One day of grace: a year from summer to winter time is an hour longer than its days.
    check(
      'schedules_duration',
      sql`${table.endAt} > ${table.startAt} and ${table.endAt} - ${table.startAt} <= interval '${sql.raw(String(MAX_OCCURRENCE_DAYS + 1))} days'`,
    ),
  ],
)

/** The activity log of administrators (domain/staff/activity); stored for 24 months. */
export const activities = pgTable(
  'activities',
  {
    id,
    /** Null once the account is gone. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    sessionId: uuid('session_id').notNull(),
    action: text('action').$type<ActivityAction>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** Its title or name at the time; empty for people, whose names are read from their accounts. */
    subjectLabel: text('subject_label').notNull(),
    details: jsonb('details').$type<ActivityDetails>().notNull().default({}),
    createdAt,
  },
  (table) => [
    index('activities_created').on(table.createdAt.desc(), table.id),
    index('activities_subject').on(table.subjectId, table.createdAt.desc()),
    index('activities_user').on(table.userId, table.createdAt.desc()),
  ],
)

/** Changes of published events that their organisers propose: one an event, which a newer one replaces. */
export const proposals = pgTable('proposals', {
  id,
  eventId: uuid('event_id')
    .notNull()
    .unique()
    .references(() => events.id, { onDelete: 'cascade' }),
  content: jsonb('content').notNull(),
  /** The event as it was read and changed: what the organiser left alone stays. */
  base: jsonb('base').notNull(),
  createdAt,
})

/** Events that were published once and are gone for good: what a replica must drop. */
export const removedEvents = pgTable(
  'removed_events',
  {
    eventId: uuid('event_id').primaryKey(),
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull(),
    removedAt: instant('removed_at').notNull().defaultNow(),
  },
  (table) => [index('removed_events_change').on(table.changeSeq)],
)

/** One row: the last change number. Its row lock puts changes in commit order, so that a cursor never skips one. */
export const changeCounter = pgTable('change_counter', {
  id: integer('id').primaryKey(),
  /** Names this database: a cursor of another one (a restored, emptied or demonstration database) is not understood. */
  lineage: text('lineage').notNull(),
  value: bigint('value', { mode: 'number' }).notNull(),
  /** Cursors below this get 410: their removals have been deleted. */
  oldest: bigint('oldest', { mode: 'number' }).notNull().default(0),
})
