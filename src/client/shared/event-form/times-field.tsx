import { useId, useState } from 'react'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { clockText, dayText, everyText, weekdayText } from '@/client/shared/time/event-dates'
import { daysBetween } from '@/domain/time/local-time'
import { Button, IconButton } from '@/client/design-system/button'
import { ChipChoices } from '@/client/design-system/forms/chip-choices'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { FieldError, TextField } from '@/client/design-system/forms/field'
import { Tabs } from '@/client/design-system/tabs'
import { smallText, subheadingText } from '@/client/design-system/text'
import { toggled } from '@/domain/events/event-fields'
import { MAX_TIME_BLOCKS } from '@/domain/submissions/submission-limits'
import { datesOf } from '@/domain/timetables/recurrence'
import type { Recurrence, TimeBlock, Timetable } from '@/domain/timetables/timetable'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { PART_LABELS, type TimePart } from './problems'
import {
  EMPTY_TIMETABLE,
  EMPTY_WEEKLY,
  WEEK,
  changeRow,
  endsBeforeStart,
  hoursText,
  nextRow,
  rowsOf,
  toTimeBlock,
  weeklyRow,
  weeklyRule,
  type TimeRow,
} from './times'
import { useValue, type FieldProps } from './use-editor'

/** The choice of the timetable: once, several times, or weekly (rules 2.7, event-type tab). */
export function TimesField({ editor }: FieldProps) {
  const { mode, shown } = editor
  const timetable = useValue(editor, 'timetable')
  // The times of one tab stay while the other is open.
  const [both, setBoth] = useState({ ...EMPTY_TIMETABLE, repeated: EMPTY_WEEKLY, ...timetable })
  const change = (next: Timetable) => {
    setBoth((before) => ({ ...before, ...next }))
    editor.change({ timetable: next })
  }
  const areTimesMissing = shown.some(
    ({ control, code }) => control.startsWith('timetable') && code.endsWith('_required'),
  )
  return (
    <section className={stack({ gap: '3' })}>
      <h2 className={subheadingText}>{m.form_when()}</h2>
      <p className={smallText}>{m.form_zone_hint({ village: SITE.village })}</p>
      <Tabs
        label={m.form_type_label()}
        value={'list' in timetable ? 'list' : 'repeated'}
        onChange={(kind) => change(kind === 'list' ? { list: both.list } : { repeated: both.repeated })}
        items={[
          {
            value: 'list',
            label: mode === 'staff' ? m.admin_one_time() : m.form_type_common(),
            content: <TimeBlocks editor={editor} blocks={both.list} onChange={(list) => change({ list })} />,
          },
          {
            value: 'repeated',
            label: m.form_type_recurring(),
            content: (
              <WeeklyFields
                editor={editor}
                rule={both.repeated}
                onChange={(repeated) => change({ repeated })}
              />
            ),
          },
        ]}
      />
      {mode === 'staff' && areTimesMissing ? <FieldError error={m.admin_edit_times_required()} /> : null}
    </section>
  )
}

interface TimeBlocksProps extends FieldProps {
  blocks: readonly TimeBlock[]
  onChange: (blocks: TimeBlock[]) => void
}

function TimeBlocks({ editor, blocks, onChange }: TimeBlocksProps) {
  const rows = rowsOf(blocks)
  const { id, error } = editor.control('timetable')
  const errorId = useId()
  const change = (next: TimeRow[]) => onChange(next.map(toTimeBlock))
  return (
    <fieldset
      id={id}
      aria-label={m.form_when()}
      aria-describedby={error ? errorId : undefined}
      tabIndex={-1}
      className={stack({ gap: '4', minWidth: '0' })}
    >
      {rows.map((row, index) => (
        // Rows are wholly held by the form: their place is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <TimeRowFields
          key={index}
          {...{ editor, row, index }}
          onChange={(part) => change(rows.with(index, changeRow(row, part)))}
          onRemove={rows.length > 1 ? () => change(rows.toSpliced(index, 1)) : undefined}
        />
      ))}
      <FieldError id={errorId} error={error} />
      {rows.length < MAX_TIME_BLOCKS ? (
        <Button variant="secondary" className={addButton} onClick={() => change([...rows, nextRow(rows)])}>
          <PlusIcon size="1.25rem" />
          {m.form_block_add()}
        </Button>
      ) : null}
    </fieldset>
  )
}

interface RowProps extends FieldProps {
  row: TimeRow
  onChange: (part: Partial<TimeRow>) => void
}

interface TimeRowFieldsProps extends RowProps {
  index: number
  onRemove: (() => void) | undefined
}

function TimeRowFields({ index, onRemove, ...props }: TimeRowFieldsProps) {
  const { row, onChange } = props
  const path = `timetable.${index}` as const
  return (
    <fieldset className={frame}>
      <legend className={legend}>{m.form_block({ n: index + 1 })}</legend>
      <div className={head}>
        <Checkbox
          label={m.form_all_day()}
          checked={row.isAllDay}
          onChange={(isAllDay) => onChange({ isAllDay })}
        />
        {onRemove ? (
          <IconButton
            label={m.form_block_remove({ n: index + 1 })}
            icon={<Trash2Icon size="1.25rem" />}
            onClick={onRemove}
          />
        ) : null}
      </div>
      <div className={fieldRow}>
        <TimeInput {...props} path={path} part="startDate" />
        <TimeInput {...props} path={path} part="startTime" />
      </div>
      <div className={fieldRow}>
        <TimeInput {...props} path={path} part="endDate" />
        <TimeInput {...props} path={path} part="endTime" />
      </div>
      <p className={smallText} aria-live="polite">
        {noteOf(row)}
      </p>
    </fieldset>
  )
}

interface TimeInputProps extends RowProps {
  path: `timetable.${number | 'weekly'}`
  part: TimePart
}

function TimeInput({ editor, row, onChange, path, part }: TimeInputProps) {
  const isDate = part === 'startDate' || part === 'endDate'
  if (row.isAllDay && !isDate) return null
  const { today } = editor
  const min = part === 'endDate' && row.startDate > today ? row.startDate : today
  return (
    <TextField
      {...editor.control(`${path}.${part}`)}
      label={PART_LABELS[part]()}
      {...(isDate ? { type: 'date', min } : { type: 'time', step: 60 })}
      value={row[part]}
      onChange={({ target }) => onChange({ [part]: target.value })}
    />
  )
}

const frame = css({
  display: 'grid',
  gap: '3',
  minWidth: '0',
  padding: '4',
  border: 'hairline',
  borderRadius: 'lg',
  bg: 'bg.surface',
})
const legend = css({ textStyle: 'label', paddingInline: '1' })
const head = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between' })
const addButton = css({ justifySelf: 'start', alignSelf: 'flex-start' })
const fieldRow = css({
  display: 'grid',
  gap: '3',
  alignItems: 'start',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr))]',
})

function noteOf(row: TimeRow): string | null {
  const { startDate, endDate, startTime, endTime, isAllDay } = row
  const nights = daysBetween(startDate, endDate)
  if (isAllDay || startTime === '' || endTime === '' || !(nights > 0)) return null
  if (nights === 1 && endsBeforeStart(row)) return nextDayText(row)
  const locale = getLocale()
  return m.form_unbroken_note({ start: dayText(startDate, locale), end: dayText(endDate, locale) })
}

function nextDayText({ endTime }: TimeRow): string {
  const [hour = 0, minute = 0] = endTime.split(':').map(Number)
  return m.form_ends_next_day({ time: clockText(hour, minute, getLocale()) })
}

interface WeeklyFieldsProps extends FieldProps {
  rule: Recurrence
  onChange: (rule: Recurrence) => void
}

/** Recurring events: a period, days of the week, and times unless all-day (rules 5). */
function WeeklyFields({ editor, rule, onChange }: WeeklyFieldsProps) {
  const locale = getLocale()
  const row = weeklyRow(rule)
  const change = (part: Partial<TimeRow>) => onChange(weeklyRule({ ...row, ...part }, rule.days))
  const inputs = { editor, row, onChange: change, path: 'timetable.weekly' } as const
  return (
    <div className={stack({ gap: '4' })}>
      <div className={fieldRow}>
        <TimeInput {...inputs} part="startDate" />
        <TimeInput {...inputs} part="endDate" />
      </div>
      <ChipChoices
        {...editor.control('timetable.weekly.days')}
        label={m.form_days()}
        options={WEEK}
        optionLabel={(day) => weekdayText(day, locale).slice(0, 3)}
        optionName={(day) => weekdayText(day, locale)}
        chosen={rule.days}
        onPress={(day) => onChange({ ...rule, days: toggled(rule.days, day) })}
      />
      <Checkbox
        label={m.form_all_day()}
        checked={row.isAllDay}
        onChange={(isAllDay) => change({ isAllDay })}
      />
      {row.isAllDay ? null : (
        <div className={fieldRow}>
          <TimeInput {...inputs} part="startTime" />
          <TimeInput {...inputs} part="endTime" />
          <p className={cx(smallText, note)} aria-live="polite">
            {endsBeforeStart(row) ? nextDayText(row) : null}
          </p>
        </div>
      )}
      <p className={smallText} aria-live="polite">
        {summaryText(rule)}
      </p>
    </div>
  )
}

const note = css({ gridColumn: '[-2 / -1]' })

function summaryText(rule: Recurrence): string | null {
  const n = datesOf(rule).length
  if (n === 0) return null
  const locale = getLocale()
  const [start, end] = [dayText(rule.period_start_date, locale), dayText(rule.period_end_date, locale)]
  const period = { every: everyText(rule, locale), start, end, n }
  if (rule.is_all_day) return m.form_recurring_summary_all_day(period)
  if (rule.start_hour === undefined || rule.end_hour === undefined) return null
  return m.form_recurring_summary({ ...period, times: hoursText(rule, locale) })
}
