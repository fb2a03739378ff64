import { useId } from 'react'
import { NextDayNote } from './recurring-summary'
import { RecurringSummary } from './recurring-summary'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { FieldError, TextField } from '@/client/design-system/forms/field'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { chip, field as fieldRecipe } from 'styled-system/recipes'
import { fieldId } from '@/client/shared/event-form/problems/field-id'
import type { RecurringValues } from '../form-values'
import { useFieldError } from '../use-event-form'
import type { EventForm } from '../use-event-form'
import { weekdays } from './weekdays'

// The form does not wait for what comments on it.

/** Recurring events: a period, days of the week, and times unless all-day (rules 5). `today` is `YYYY-MM-DD`. */
export function RecurringFields({ form, today }: { form: EventForm; today: string }) {
  const errors = {
    periodStart: useFieldError(form, 'recurring.periodStartDate'),
    periodEnd: useFieldError(form, 'recurring.periodEndDate'),
    days: useFieldError(form, 'recurring.days'),
    start: useFieldError(form, 'recurring.startTime'),
    end: useFieldError(form, 'recurring.endTime'),
  }
  return (
    <form.Field name="recurring">
      {({ state: { value }, handleChange }) => {
        const change = (part: Partial<RecurringValues>) => handleChange({ ...value, ...part })
        return (
          <div className={stack({ gap: '4' })}>
            <div className={row}>
              <TextField
                id={fieldId('recurring.periodStartDate')}
                label={m.form_start_date()}
                type="date"
                min={today}
                value={value.periodStartDate}
                error={errors.periodStart}
                onChange={(event) => change({ periodStartDate: event.target.value })}
              />
              <TextField
                id={fieldId('recurring.periodEndDate')}
                label={m.form_end_date()}
                type="date"
                min={value.periodStartDate > today ? value.periodStartDate : today}
                value={value.periodEndDate}
                error={errors.periodEnd}
                onChange={(event) => change({ periodEndDate: event.target.value })}
              />
            </div>
            <Weekdays days={value.days} error={errors.days} onChange={(days) => change({ days })} />
            <Checkbox
              label={m.form_all_day()}
              checked={value.isAllDay}
              onChange={(isAllDay) => change({ isAllDay })}
            />
            {value.isAllDay ? null : (
              <div className={row}>
                <TextField
                  id={fieldId('recurring.startTime')}
                  label={m.form_start_time()}
                  type="time"
                  step={60}
                  value={value.startTime}
                  error={errors.start}
                  onChange={(event) => change({ startTime: event.target.value })}
                />
                <TextField
                  id={fieldId('recurring.endTime')}
                  label={m.form_end_time()}
                  type="time"
                  step={60}
                  value={value.endTime}
                  error={errors.end}
                  onChange={(event) => change({ endTime: event.target.value })}
                />
                <NextDayNote values={value} />
              </div>
            )}
            <RecurringSummary values={value} />
          </div>
        )
      }}
    </form.Field>
  )
}

interface WeekdaysProps {
  days: readonly number[]
  error: string | undefined
  onChange: (days: number[]) => void
}

function Weekdays({ days, error, onChange }: WeekdaysProps) {
  const styles = fieldRecipe()
  const errorId = useId()
  return (
    <fieldset
      id={fieldId('recurring.days')}
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
      className={styles.root}
    >
      <legend className={legend}>{m.form_days()}</legend>
      <div className={cluster({ gap: '2' })}>
        {weekdays(getLocale()).map(({ day, short, long }) => (
          <button
            key={day}
            type="button"
            className={chip()}
            aria-label={long}
            aria-pressed={days.includes(day)}
            onClick={() => onChange(days.includes(day) ? days.filter((one) => one !== day) : [...days, day])}
          >
            {short}
          </button>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  )
}

const row = css({
  display: 'grid',
  gap: '3',
  alignItems: 'start',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr))]',
})
const legend = css({ textStyle: 'label', marginBottom: '1.5' })
