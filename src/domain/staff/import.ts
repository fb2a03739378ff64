import * as z from 'zod/mini'
import { FACT_NAMES } from '@/domain/events/event-fields'
import type { EventField } from '@/domain/events/event-fields'
import { emailSchema } from '@/domain/accounts/account'
import { eventUpdateSchema } from '@/domain/submissions/submission'

export const IMPORT_FORMATS = ['ics', 'csv'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export const IMPORT_MAX_BYTES = 5 * 1024 * 1024
/** Events that one preview shows. Those that are imported go first, so that the next preview shows the next ones. */
export const IMPORT_ROWS_MAX = 1000
/** Events that one call stores: the page sends several, and shows how far it is. */
export const IMPORT_BATCH_MAX = 50
export const IMPORT_NAME_MAX = 200
export const IMPORT_UID_MAX = 500

export const CSV_COLUMNS = [
  'uid',
  'title',
  'description',
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'all_day',
  'place',
  'url',
  'price',
  'categories',
  ...FACT_NAMES,
] as const
export type CsvColumn = (typeof CSV_COLUMNS)[number]
export type CsvColumns = Partial<Record<CsvColumn, string>>

export const IMPORT_ERRORS = [
  'address_private',
  'unreachable',
  'refused',
  'too_big',
  'too_slow',
  'not_a_calendar',
  'tag_gone',
] as const
export type ImportError = (typeof IMPORT_ERRORS)[number]

export const ROW_ERRORS = [
  'unreadable',
  'cancelled',
  'start_missing',
  'time_unreadable',
  'rule_unsupported',
  'uid_repeated',
] as const
export type RowError = (typeof ROW_ERRORS)[number]

export const IMPORT_NOTES = [
  'series_open',
  'occurrences_cut',
  'exception_text_left_out',
  'exception_place_left_out',
  'edition_outdated',
  'dates_cancelled',
  'dates_unreadable',
  'lines_repaired',
  'zone_unknown',
  'end_guessed',
  'title_shortened',
  'description_shortened',
  'description_filled',
  'place_default',
  'place_unknown',
  'price_unreadable',
  'fact_unknown',
] as const
export type ImportNote = (typeof IMPORT_NOTES)[number]

export const IMPORT_STATES = ['new', 'changed', 'unchanged', 'invalid'] as const

export const importedEventSchema = z.omit(eventUpdateSchema, { photo: true })
export const importedTitleSchema = z.pick(importedEventSchema, { title: true })
export type UpdatedContent = Omit<z.infer<typeof importedEventSchema>, 'tag_keys'>

export const importCorrectionSchema = z.partial(
  z.pick(importedEventSchema, { title: true, location_name: true, latitude: true, longitude: true }),
)
export type ImportCorrection = z.infer<typeof importCorrectionSchema>
export type ImportedEvent = z.infer<typeof importedEventSchema>

export const IMPORT_FIELDS = [
  'title',
  'timetable',
  'location_name',
  'description',
  'price',
  'info_url',
  ...FACT_NAMES,
] as const satisfies readonly EventField[]
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Why an event that was imported is no longer to come, by its source. 'ended': it is still there, and all its dates are over. */
export const GONE_REASONS = ['cancelled', 'vanished', 'ended'] as const
export type GoneReason = (typeof GONE_REASONS)[number]

/** Numbers of events, or why the calendar could not be read. What has ended there counts as vanished. */
export const importFindingsSchema = z.object({
  added: z.number(),
  changed: z.number(),
  cancelled: z.number(),
  vanished: z.number(),
  faulty: z.number(),
  trouble: z.optional(z.enum(IMPORT_ERRORS)),
})
export type ImportFindings = z.infer<typeof importFindingsSchema>

export const importDefaultsSchema = z.extend(
  z.pick(eventUpdateSchema, { location_name: true, latitude: true, longitude: true, tag_keys: true }),
  {
    email: z.union([z.literal(''), emailSchema], 'email_invalid'),
  },
)
export type ImportDefaults = z.infer<typeof importDefaultsSchema>
