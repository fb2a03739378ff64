import type { ImportRow } from '@/contract/back-office/import'
import type { CsvColumn, ImportField, ImportNote, RowError } from '@/domain/staff/import'
import * as m from '@/messages/compiled/messages.js'

export const ROW_ERROR_TEXTS: Record<RowError, () => string> = {
  unreadable: m.import_row_error_unreadable,
  cancelled: m.import_row_error_cancelled,
  start_missing: m.import_row_error_start_missing,
  time_unreadable: m.import_row_error_time_unreadable,
  rule_unsupported: m.import_row_error_rule_unsupported,
  uid_repeated: m.import_row_error_uid_repeated,
}

export const NOTE_TEXTS: Record<ImportNote, () => string> = {
  series_open: m.import_note_series_open,
  occurrences_cut: m.import_note_occurrences_cut,
  exception_text_left_out: m.import_note_exception_text_left_out,
  exception_place_left_out: m.import_note_exception_place_left_out,
  edition_outdated: m.import_note_edition_outdated,
  dates_cancelled: m.import_note_dates_cancelled,
  dates_unreadable: m.import_note_dates_unreadable,
  lines_repaired: m.import_note_lines_repaired,
  zone_unknown: m.import_note_zone_unknown,
  end_guessed: m.import_note_end_guessed,
  title_shortened: m.import_note_title_shortened,
  description_shortened: m.import_note_description_shortened,
  description_filled: m.import_note_description_filled,
  place_default: m.import_note_place_default,
  place_unknown: m.import_note_place_unknown,
  price_unreadable: m.import_note_price_unreadable,
  fact_unknown: m.import_note_fact_unknown,
}

export const COLUMN_LABELS: Record<CsvColumn, () => string> = {
  uid: m.import_csv_uid,
  title: m.import_csv_title,
  description: m.import_csv_description,
  start_date: m.import_csv_start_date,
  start_time: m.import_csv_start_time,
  end_date: m.import_csv_end_date,
  end_time: m.import_csv_end_time,
  all_day: m.import_csv_all_day,
  place: m.import_csv_place,
  url: m.import_csv_url,
  price: m.import_csv_price,
  categories: m.import_csv_categories,
  audience: m.facts_audience,
  access: m.facts_access,
  languages: m.facts_languages,
}

export const FIELD_LABELS: Record<ImportField, () => string> = {
  title: m.import_csv_title,
  timetable: m.import_field_timetable,
  place: m.import_csv_place,
  description: m.import_csv_description,
  price: m.import_csv_price,
  info_url: m.import_csv_url,
  audience: m.facts_audience,
  access: m.facts_access,
  languages: m.facts_languages,
}

/** The text for what an import would do with a row. */
export function stateText({ state, status }: Pick<ImportRow, 'state' | 'status'>): string {
  if (state === 'new') return m.import_state_new()
  if (state === 'unchanged') return m.import_state_unchanged()
  if (state === 'invalid') return m.import_state_invalid()
  return status === 'PUBLISHED' ? m.import_state_changed_published() : m.import_state_changed()
}

export const STATE_TONES = {
  new: 'success',
  changed: 'warning',
  unchanged: 'neutral',
  invalid: 'danger',
} as const
