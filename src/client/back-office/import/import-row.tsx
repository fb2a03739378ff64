import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dayText } from '@/client/shared/time/event-dates'
import { Badge } from '@/client/design-system/badge'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import type { ImportRow } from '@/contract/back-office/import'
import type { ImportField, CsvColumn, ImportNote, RowError } from '@/domain/staff/import'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { problemText } from '@/messages/problem-text'
import { Cell, TruncatedText, RowButton } from '@/client/back-office/shared/table'
import {
  EVENT_FIELD_LABELS,
  eventFieldText,
  timeBlockText,
  TimetableLabels,
} from '@/client/shared/event-form/event-text'
import { FACT_FIELD_LABELS } from '@/client/shared/programme/fact-labels'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { isImportable } from './import-calls'

interface ImportRowProps {
  row: ImportRow
  isSelected: boolean
  unchanged: ReadonlySet<ImportField>
  onKeep: (field: ImportField, isUnchanged: boolean) => void
  onSelect: (isSelected: boolean) => void
  /** Opens the correction; absent when there is nothing to correct. */
  onCorrect: (() => void) | undefined
}

const COLUMNS = 4

export function ImportTableRow({ row, isSelected, unchanged, onKeep, onSelect, onCorrect }: ImportRowProps) {
  const { event_id: eventId, obstacle } = row
  const event = row.event ?? row.draft
  const title = row.title || m.import_untitled()
  const reasons = [
    ...(row.event && row.is_reinstated ? [m.import_row_reinstated()] : []),
    ...(obstacle ? [ROW_ERROR_TEXTS[obstacle]()] : []),
    ...row.problems.map(({ code }) => problemText(code)),
    ...row.notes.map((note) => NOTE_TEXTS[note]()),
  ]
  return (
    <>
      <tr>
        <Cell>
          {isImportable(row) ? (
            <Checkbox
              hideLabel
              label={m.import_select_of({ title })}
              checked={isSelected}
              onChange={onSelect}
            />
          ) : null}
        </Cell>
        <Cell label={m.import_column_event()}>
          {eventId === undefined ? (
            <bdi>{title}</bdi>
          ) : (
            <Link to="/backoffice/events/$id" params={{ id: eventId }} className={textLink()}>
              <bdi>{title}</bdi>
            </Link>
          )}
        </Cell>
        <Cell label={m.import_column_when()}>
          {event === undefined ? (
            '–'
          ) : (
            <>
              {timesText(event.timetable)}
              <span className={muted}>
                <bdi>{event.location_name}</bdi>
              </span>
            </>
          )}
        </Cell>
        <Cell label={m.import_column_state()}>
          <span>
            <Badge tone={STATE_TONES[row.state]}>{stateText(row)}</Badge>
          </span>
          {reasons.length > 0 ? (
            <ul className={muted}>
              {[...new Set(reasons)].map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          ) : null}
          {onCorrect ? (
            <div className={below}>
              <RowButton name={m.import_correct_of({ title })} onClick={onCorrect}>
                {m.import_correct()}
              </RowButton>
            </div>
          ) : null}
        </Cell>
      </tr>
      {row.event && row.current && row.changes && row.changes.length > 0 ? (
        // A row of its own: both sides of a change have the width of the table.
        <tr className={changesRow}>
          <td colSpan={COLUMNS}>
            <ImportChanges
              title={title}
              changes={row.changes}
              current={row.current}
              event={row.event}
              unchanged={unchanged}
              onKeep={onKeep}
            />
          </td>
        </tr>
      ) : null}
    </>
  )
}

/** Describes times as the source has them: the first block, how many there are, or the weeks. */
function timesText(timetable: NonNullable<ImportRow['event']>['timetable']): string {
  const locale = getLocale()
  if ('repeated' in timetable) {
    const { period_start_date: start, period_end_date: end } = timetable.repeated
    return m.import_weekly({ start: dayText(start, locale), end: dayText(end, locale) })
  }
  const [first] = timetable.list
  if (first === undefined) return '–'
  const times = timeBlockText(first, locale)
  return timetable.list.length === 1 ? times : m.import_blocks({ n: timetable.list.length, first: times })
}

const muted = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })
const below = css({ marginTop: '2' })
const changesRow = css({
  'tbody &': { borderTop: '[none]', mdDown: { marginTop: '[calc(var(--spacing-3) * -1)]' } },
})

type Content = NonNullable<ImportRow['current']>

interface ImportChangesProps {
  title: string
  changes: NonNullable<ImportRow['changes']>
  current: Content
  event: Content
  unchanged: ReadonlySet<ImportField>
  onKeep: (field: ImportField, isUnchanged: boolean) => void
}

function ImportChanges({ title, changes, current, event, unchanged, onKeep }: ImportChangesProps) {
  return (
    <ul className={list} aria-label={m.import_changes_of({ title })}>
      {changes.map(({ field, by_hand: isByHand }) => (
        <li key={field} className={change}>
          <Checkbox
            label={
              <>
                {EVENT_FIELD_LABELS[field]()}
                {isByHand ? <span className={importChangesMuted}> {m.import_by_hand()}</span> : null}
              </>
            }
            checked={!unchanged.has(field)}
            onChange={(isChosen) => onKeep(field, !isChosen)}
          />
          <dl className={sides}>
            <Side label={m.import_now()}>{valueOf(current, field)}</Side>
            <Side label={m.import_then()}>{valueOf(event, field)}</Side>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={importChangesMuted}>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Enough characters of a text to show what has changed; the rest is in its tooltip. */
const TEXT_SHOWN = 240

function valueOf(content: Content, field: ImportField): ReactNode {
  if (field === 'timetable') return <TimetableLabels timetable={content.timetable} />
  const text = eventFieldText(content, field)
  return text === '' ? m.import_nothing() : <TruncatedText text={text} max={TEXT_SHOWN} />
}

const list = css({ display: 'grid', gap: '3', listStyle: 'none', padding: '0', minWidth: '0' })
const change = css({ display: 'grid', gap: '1', minWidth: '0' })
const sides = css({
  display: 'grid',
  gap: '2',
  paddingInlineStart: '8',
  textStyle: 'small',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 18rem), 1fr))]',
  '& dd': { marginLeft: '0', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
})
const importChangesMuted = css({ textStyle: 'small', color: 'fg.muted' })

const ROW_ERROR_TEXTS: Record<RowError, () => string> = {
  unreadable: m.import_row_error_unreadable,
  cancelled: m.import_row_error_cancelled,
  start_missing: m.import_row_error_start_missing,
  time_unreadable: m.import_row_error_time_unreadable,
  rule_unsupported: m.import_row_error_rule_unsupported,
  uid_repeated: m.import_row_error_uid_repeated,
}

const NOTE_TEXTS: Record<ImportNote, () => string> = {
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
  ...FACT_FIELD_LABELS,
}

function stateText({ state, status }: Pick<ImportRow, 'state' | 'status'>): string {
  if (state === 'new') return m.import_state_new()
  if (state === 'unchanged') return m.import_state_unchanged()
  if (state === 'invalid') return m.import_state_invalid()
  return status === 'PUBLISHED' ? m.import_state_changed_published() : m.import_state_changed()
}

const STATE_TONES = {
  new: 'success',
  changed: 'warning',
  unchanged: 'neutral',
  invalid: 'danger',
} as const
