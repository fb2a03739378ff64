import * as z from 'zod/mini'
import { FACT_NAMES } from '@/domain/events/event-fields'
import { emailSchema } from '@/domain/accounts/account'
import { eventUpdateSchema } from '@/domain/submissions/submission'

export const IMPORT_MAX_BYTES = 5 * 1024 * 1024
/** Events that one reading shows and stores, the next ones first. */
export const IMPORT_ROWS_MAX = 1000
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

/** Why a calendar as a whole is not read. */
export const IMPORT_ERRORS = [
  'address_private',
  'unreachable',
  'refused',
  'too_big',
  'too_slow',
  'empty',
  'cut_off',
  'excel',
  'compressed',
  'web_page',
  'not_text',
  'not_a_calendar',
  'tag_gone',
] as const
export type ImportError = (typeof IMPORT_ERRORS)[number]

/** Why an event of it is not. 'invalid': it breaks a rule for events, which its row names. */
export const ROW_ERRORS = [
  'unreadable',
  'cancelled',
  'start_missing',
  'time_unreadable',
  'rule_unsupported',
  'uid_repeated',
  'invalid',
] as const
export type RowError = (typeof ROW_ERRORS)[number]

export const IMPORT_NOTES = [
  'private',
  'tentative',
  'occurrences_cut',
  'exception_text_left_out',
  'zone_unknown',
  'end_guessed',
  'day_first',
  'shortened',
  'description_filled',
  'place_default',
  'place_unknown',
  'price_unreadable',
  'fact_unknown',
] as const
export type ImportNote = (typeof IMPORT_NOTES)[number]

/** 'changed', 'edited': its source says something else than at the last import; what staff has edited since is not touched. */
export const IMPORT_STATES = ['new', 'changed', 'edited', 'unreadable', 'unchanged', 'over'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const importedEventSchema = z.omit(eventUpdateSchema, { photo: true, revision: true })
export type ImportedEvent = z.infer<typeof importedEventSchema>

/**
 * Numbers of events of the last reading. `added` and `changed` are stored; `unsure`: edited here, private, tentative or perhaps stored already, so
 * that a person decides; `vanished`: still to come here, and no longer in the calendar. `trouble`: why it could not be read.
 */
export const importFindingsSchema = z.object({
  added: z.number(),
  changed: z.number(),
  unsure: z.number(),
  unreadable: z.number(),
  vanished: z.number(),
  trouble: z.optional(z.enum(IMPORT_ERRORS)),
})
export type ImportFindings = z.infer<typeof importFindingsSchema>

export const importDefaultsSchema = z.extend(
  z.pick(eventUpdateSchema, { location_name: true, latitude: true, longitude: true, tag_keys: true }),
  { email: z.union([z.literal(''), emailSchema], 'email_invalid') },
)
export type ImportDefaults = z.infer<typeof importDefaultsSchema>
