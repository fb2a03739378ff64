import { useId } from 'react'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { clockText, dayText, everyText } from '@/client/shared/time/event-dates'
import { daysBetween } from '@/client/shared/time/village-days'
import { Button, IconButton } from '@/client/design-system/button'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { FieldError } from '@/client/design-system/forms/field'
import { Tabs } from '@/client/design-system/tabs'
import { toggled } from '@/domain/events/event-fields'
import { MAX_TIME_BLOCKS } from '@/domain/submissions/submission-limits'
import { datesOf, endsOnNextDay } from '@/domain/timetables/recurrence'
import type { Recurrence } from '@/domain/timetables/timetable'
import type { ProblemCode } from '@/domain/validation/problem'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { chip, field } from 'styled-system/recipes'
import { fieldId } from './problems'
import {
  changeRow,
  clockOf,
  endsBeforeStart,
  hourAndMinute,
  hoursText,
  nextRow,
  weekdays,
  type TimeRow,
} from './times'
import { TextControl, fieldRow, type Editor } from './use-editor'

/** The choice of the timetable: once, several times, or weekly (rules 2.7, event-type tab). */
export function TimesField({ editor }: { editor: Editor }) {
  const { mode, shown, times, changeTimes } = editor
  const areTimesMissing = shown.some(
    ({ control, code }) => control.startsWith('timetable') && MISSING_TIMES.has(code),
  )
  return (
    <section className={stack({ gap: '3' })}>
      <h2 className={sectionTitle}>{m.form_when()}</h2>
      <p className={hint}>{m.form_zone_hint({ village: SITE.village })}</p>
      <Tabs
        label={m.form_type_label()}
        value={times.kind}
        onChange={(kind) => changeTimes({ kind })}
        items={[
          {
            value: 'one-time',
            label: mode === 'staff' ? m.admin_one_time() : m.form_type_common(),
            content: <TimeRows editor={editor} />,
          },
          {
            value: 'recurring',
            label: m.form_type_recurring(),
            content: <WeeklyFields editor={editor} />,
          },
        ]}
      />
      {mode === 'staff' && areTimesMissing ? <FieldError error={m.admin_edit_times_required()} /> : null}
    </section>
  )
}

const MISSING_TIMES: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'blocks_required',
  'start_date_required',
  'end_date_required',
  'start_time_required',
  'end_time_required',
  'period_start_required',
  'period_end_required',
  'days_required',
])

const sectionTitle = css({ textStyle: 'subheading' })
const hint = css({ textStyle: 'small', color: 'fg.muted' })

function TimeRows({ editor }: { editor: Editor }) {
  const { rows } = editor.times
  const error = editor.errorOf('timetable')
  const errorId = useId()
  const change = (next: TimeRow[]) => editor.changeTimes({ rows: next })
  return (
    <fieldset
      id={fieldId('timetable')}
      aria-label={m.form_when()}
      aria-describedby={error ? errorId : undefined}
      tabIndex={-1}
      className={stack({ gap: '4', minWidth: '0' })}
    >
      {rows.map((row, index) => (
        <TimeRowFields
          // Rows are wholly held by the form: their place is their identity.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          {...{ editor, row, index }}
          onChange={(next) => change(rows.with(index, next))}
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

interface TimeRowFieldsProps {
  editor: Editor
  row: TimeRow
  index: number
  onChange: (row: TimeRow) => void
  onRemove: (() => void) | undefined
}

function TimeRowFields({ editor, row, index, onChange, onRemove }: TimeRowFieldsProps) {
  const { today } = editor
  const change = (part: Partial<TimeRow>) => onChange(changeRow(row, part))
  const date = (name: 'startDate' | 'endDate', label: string, min: string) => (
    <TextControl
      editor={editor}
      control={`timetable.${index}.${name}`}
      label={label}
      type="date"
      min={min}
      value={row[name]}
      onChange={(text) => change({ [name]: text })}
    />
  )
  const time = (name: 'startTime' | 'endTime', label: string) =>
    row.isAllDay ? null : (
      <TextControl
        editor={editor}
        control={`timetable.${index}.${name}`}
        label={label}
        type="time"
        value={row[name]}
        onChange={(text) => change({ [name]: text })}
      />
    )
  return (
    <fieldset className={frame}>
      <legend className={legend}>{m.form_block({ n: index + 1 })}</legend>
      <div className={head}>
        <Checkbox
          label={m.form_all_day()}
          checked={row.isAllDay}
          onChange={(isAllDay) => change({ isAllDay })}
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
        {date('startDate', m.form_start_date(), today)}
        {time('startTime', m.form_start_time())}
      </div>
      <div className={fieldRow}>
        {date('endDate', m.form_end_date(), row.startDate > today ? row.startDate : today)}
        {time('endTime', m.form_end_time())}
      </div>
      <p className={field().hint} aria-live="polite">
        {noteOf(row)}
      </p>
    </fieldset>
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

function noteOf(row: TimeRow): string | null {
  const { startDate, endDate, startTime, endTime, isAllDay } = row
  const nights = daysBetween(startDate, endDate)
  if (isAllDay || startTime === '' || endTime === '' || !(nights > 0)) return null
  const locale = getLocale()
  if (nights === 1 && endsBeforeStart(row)) return m.form_ends_next_day({ time: timeText(endTime) })
  return m.form_unbroken_note({ start: dayText(startDate, locale), end: dayText(endDate, locale) })
}

function timeText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return clockText(hour, minute, getLocale())
}

/** Recurring events: a period, days of the week, and times unless all-day (rules 5). */
function WeeklyFields({ editor }: { editor: Editor }) {
  const { today, times, changeTimes } = editor
  const { weekly: rule } = times
  const change = (part: Partial<Recurrence>) => changeTimes({ weekly: { ...rule, ...part } })
  const time = (end: 'start' | 'end', label: string) => (
    <TextControl
      editor={editor}
      control={`timetable.weekly.${end}Time`}
      label={label}
      type="time"
      value={clockOf(rule[`${end}_hour`], rule[`${end}_minute`])}
      onChange={(text) => change(hourAndMinute(end, text))}
    />
  )
  return (
    <div className={stack({ gap: '4' })}>
      <div className={fieldRow}>
        <TextControl
          editor={editor}
          control="timetable.weekly.startDate"
          label={m.form_start_date()}
          type="date"
          min={today}
          value={rule.period_start_date}
          onChange={(text) => change({ period_start_date: text })}
        />
        <TextControl
          editor={editor}
          control="timetable.weekly.endDate"
          label={m.form_end_date()}
          type="date"
          min={rule.period_start_date > today ? rule.period_start_date : today}
          value={rule.period_end_date}
          onChange={(text) => change({ period_end_date: text })}
        />
      </div>
      <Weekdays
        days={rule.days}
        error={editor.errorOf('timetable.weekly.days')}
        onPress={(day) => change({ days: toggled(rule.days, day) })}
      />
      <Checkbox
        label={m.form_all_day()}
        checked={rule.is_all_day}
        onChange={(is_all_day) => change({ is_all_day })}
      />
      {rule.is_all_day ? null : (
        <div className={fieldRow}>
          {time('start', m.form_start_time())}
          {time('end', m.form_end_time())}
          <NextDayNote rule={rule} />
        </div>
      )}
      <p className={field().hint} aria-live="polite">
        {summaryText(rule)}
      </p>
    </div>
  )
}

interface WeekdaysProps {
  days: readonly number[]
  error: string | undefined
  onPress: (day: number) => void
}

function Weekdays({ days, error, onPress }: WeekdaysProps) {
  const errorId = useId()
  return (
    <fieldset
      id={fieldId('timetable.weekly.days')}
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
      className={field().root}
    >
      <legend className={daysLegend}>{m.form_days()}</legend>
      <div className={cluster({ gap: '2' })}>
        {weekdays(getLocale()).map(({ day, short, long }) => (
          <button
            key={day}
            type="button"
            className={chip()}
            aria-label={long}
            aria-pressed={days.includes(day)}
            onClick={() => onPress(day)}
          >
            {short}
          </button>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}

const daysLegend = css({ textStyle: 'label', marginBottom: '1.5' })

function NextDayNote({ rule }: { rule: Recurrence }) {
  const { start_hour, end_hour: hour, end_minute: minute } = rule
  const isNextDay =
    start_hour !== undefined && hour !== undefined && minute !== undefined && endsOnNextDay(rule)
  return (
    <p className={cx(field().hint, note)} aria-live="polite">
      {isNextDay ? m.form_ends_next_day({ time: clockText(hour, minute, getLocale()) }) : null}
    </p>
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
