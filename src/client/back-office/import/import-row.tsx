import { Link } from '@tanstack/react-router'
import { dayText } from '@/client/shared/time/event-dates'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import type { ImportRow } from '@/contract/back-office/import'
import type { ImportField } from '@/domain/staff/import'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { problemText } from '@/messages/problem-text'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { Cell } from '@/client/back-office/layout/lists/table'
import { timeBlockText } from '@/client/back-office/layout/review/time-block-text'
import { isImportable } from './import-batches'
import { ImportChanges } from './preview/import-changes'
import { NOTE_TEXTS, ROW_ERROR_TEXTS, STATE_TONES, stateText } from './import-labels'

interface ImportRowProps {
  row: ImportRow
  isSelected: boolean
  /** Fields that stay as they are. */
  unchanged: ReadonlySet<ImportField>
  onKeep: (field: ImportField, isUnchanged: boolean) => void
  onSelect: (isSelected: boolean) => void
  /** Opens the correction; absent when there is nothing to correct. */
  onCorrect: (() => void) | undefined
}

const COLUMNS = 4

/** One event of a calendar: what would become of it, and what does not fit. */
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
              <span className={muted}>{event.location_name}</span>
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
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.import_correct_of({ title })}
                onClick={onCorrect}
              >
                {m.import_correct()}
              </Button>
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
