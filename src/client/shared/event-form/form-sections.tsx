import { countCharacters, toLines } from '@/domain/text/plain-text'
import { useStore } from '@tanstack/react-form'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { PlaceField } from '@/client/shared/places/place-field'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { EmailField, FieldError, TextArea } from '@/client/design-system/forms/field'
import { Tabs } from '@/client/design-system/tabs'
import { isProblemCode } from '@/domain/validation/problem'
import { DESCRIPTION_MAX, MAX_TIME_BLOCKS } from '@/domain/submissions/submission-limits'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { SITE } from '@/site/site'
import { fieldId } from '@/client/shared/event-form/problems/form-problems'
import { RecurringFields } from '@/client/shared/event-form/times/recurring-fields'
import { Button, IconButton } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { Trash2Icon, PlusIcon } from 'lucide-react'
import { clockText, dayText } from '@/client/shared/time/event-dates'
import { daysBetween } from '@/client/shared/time/village-days'
import { getLocale } from '@/messages/compiled/runtime.js'
import { changeBlock, nextBlock, endsBeforeStart } from '@/client/shared/event-form/times/block-times'
import { css } from 'styled-system/css'
import { stack, cluster } from 'styled-system/patterns'
import { button, field } from 'styled-system/recipes'
import type { PlaceAndTagOptions } from './place-and-tag-options'
import { FormField, fieldRow, useFieldError, useMissingTimes } from './use-event-form'
import type { EventForm } from './use-event-form'
import { emptyBlock } from './form-values'
import type { BlockValues } from '@/client/shared/event-form/times/block-times'

export function Basics({ form, hasEmail }: { form: EventForm; hasEmail: boolean }) {
  const emailError = useFieldError(form, 'email')
  return (
    <>
      {hasEmail ? (
        <form.Field name="email">
          {({ state, handleChange }) => (
            <EmailField
              id={fieldId('email')}
              label={m.form_email()}
              hint={m.form_email_hint()}
              value={state.value}
              error={emailError}
              onChange={(event) => handleChange(event.target.value)}
            />
          )}
        </form.Field>
      ) : null}
      <form.Field name="title">
        {({ state, handleChange }) => (
          <FormField
            form={form}
            field="title"
            label={m.form_title()}
            autoComplete="off"
            required
            value={state.value}
            onChange={handleChange}
          />
        )}
      </form.Field>
    </>
  )
}

export function Description({ form }: { form: EventForm }) {
  const error = useFieldError(form, 'description')
  return (
    <form.Field name="description">
      {({ state, handleChange }) => (
        <TextArea
          id={fieldId('description')}
          label={m.form_description()}
          hint={m.form_description_count({ n: countCharacters(toLines(state.value)), max: DESCRIPTION_MAX })}
          rows={6}
          required
          value={state.value}
          error={error}
          onChange={(event) => handleChange(event.target.value)}
        />
      )}
    </form.Field>
  )
}

export function Where({ form, choices }: { form: EventForm; choices: PlaceAndTagOptions }) {
  const errors = { place: useFieldError(form, 'place'), tags: useFieldError(form, 'tagKeys') }
  return (
    <>
      <form.Field name="place">
        {({ state, handleChange }) => (
          <PlaceField
            id={fieldId('place')}
            places={choices.places}
            value={state.value}
            error={errors.place}
            onChange={handleChange}
          />
        )}
      </form.Field>
      <form.Field name="tagKeys">
        {({ state, handleChange }) => (
          <TagPicker
            id={fieldId('tagKeys')}
            tags={choices.tags}
            selected={state.value}
            hint={m.form_tags_hint()}
            error={errors.tags}
            hasBadges
            onChange={handleChange}
            fallback={<TagsFallback isLoading={choices.areTagsLoading} onRetry={choices.retryTags} />}
          />
        )}
      </form.Field>
    </>
  )
}

/** The choice of the timetable: once, several times, or weekly (rules 2.7, event-type tab). `today` is `YYYY-MM-DD`. */
export function When({ form, today, isStaff }: { form: EventForm; today: string; isStaff: boolean }) {
  const areTimesMissing = useMissingTimes(form)
  return (
    <section className={stack({ gap: '3' })}>
      <h2 className={sectionTitle}>{m.form_when()}</h2>
      <p className={hint}>{m.form_zone_hint({ village: SITE.village })}</p>
      <form.Field name="eventType">
        {({ state, handleChange }) => (
          <Tabs
            label={m.form_type_label()}
            value={state.value}
            onChange={handleChange}
            items={[
              {
                value: 'one-time',
                label: isStaff ? m.admin_one_time() : m.form_type_common(),
                content: <TimeBlocks form={form} today={today} />,
              },
              {
                value: 'recurring',
                label: m.form_type_recurring(),
                content: <RecurringFields form={form} today={today} />,
              },
            ]}
          />
        )}
      </form.Field>
      {isStaff && areTimesMissing ? <FieldError error={m.admin_edit_times_required()} /> : null}
    </section>
  )
}

export function WholeError({ form }: { form: EventForm }) {
  const code: unknown = useStore(form.store, (state) => state.errorMap.onDynamic)
  const error = typeof code === 'string' && isProblemCode(code) ? problemText(code) : undefined
  return <FieldError id={fieldId('form')} error={error} />
}

const sectionTitle = css({ textStyle: 'subheading' })
const hint = css({ textStyle: 'small', color: 'fg.muted' })

function TagsFallback({ isLoading, onRetry }: { isLoading: boolean; onRetry: () => void }) {
  if (isLoading) {
    return (
      <p className={loading}>
        <Spinner /> {m.form_tags_loading()}
      </p>
    )
  }
  return (
    <div className={missing}>
      <p>{m.form_tags_none()}</p>
      <div className={cluster()}>
        <Link to="/contacts" search={{}} className={button({ variant: 'secondary', size: 'sm' })}>
          {m.support_title()}
        </Link>
        <Button variant="ghost" size="sm" onClick={onRetry}>
          {m.form_tags_retry()}
        </Button>
      </div>
    </div>
  )
}

const loading = css({ color: 'fg.muted', minHeight: 'target' })
const missing = css({ display: 'grid', gap: '2', justifyItems: 'start', color: 'fg.muted' })

function TimeBlocks({ form, today }: { form: EventForm; today: string }) {
  const error = useFieldError(form, 'blocks')
  const errorId = useId()
  return (
    <form.Field name="blocks" mode="array">
      {(fieldName) => (
        <fieldset
          id={fieldId('blocks')}
          aria-label={m.form_when()}
          aria-describedby={error ? errorId : undefined}
          tabIndex={-1}
          className={stack({ gap: '4', minWidth: '0' })}
        >
          {fieldName.state.value.map((block, index) => (
            <TimeBlock
              // Blocks are wholly held by the form: their place is their identity.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              {...{ form, today, block, index }}
              onChange={(next) => fieldName.replaceValue(index, next)}
              onRemove={fieldName.state.value.length > 1 ? () => fieldName.removeValue(index) : undefined}
            />
          ))}
          <FieldError id={errorId} error={error} />
          {fieldName.state.value.length < MAX_TIME_BLOCKS ? (
            <Button
              variant="secondary"
              className={addButton}
              onClick={() => fieldName.pushValue(newBlock(fieldName.state.value))}
            >
              <PlusIcon size="1.25rem" />
              {m.form_block_add()}
            </Button>
          ) : null}
        </fieldset>
      )}
    </form.Field>
  )
}

interface TimeBlockProps {
  form: EventForm
  today: string
  block: BlockValues
  index: number
  onChange: (block: BlockValues) => void
  onRemove: (() => void) | undefined
}

function TimeBlock({ form, today, block, index, onChange, onRemove }: TimeBlockProps) {
  const at = `blocks[${index}]` as const
  const change = (part: Partial<BlockValues>) => onChange(changeBlock(block, part))
  return (
    <fieldset className={frame}>
      <legend className={legend}>{m.form_block({ n: index + 1 })}</legend>
      <div className={head}>
        <div className={timeBlocksChoices}>
          <Checkbox
            label={m.form_all_day()}
            checked={block.isAllDay}
            onChange={(isAllDay) => change({ isAllDay })}
          />
          {block.isAllDay ? null : (
            <Checkbox
              label={m.form_several_days()}
              checked={block.isDaily}
              onChange={(isDaily) => change({ isDaily })}
            />
          )}
        </div>
        {onRemove ? (
          <IconButton
            label={m.form_block_remove({ n: index + 1 })}
            icon={<Trash2Icon size="1.25rem" />}
            onClick={onRemove}
          />
        ) : null}
      </div>
      <div className={fieldRow}>
        <FormField
          form={form}
          field={`${at}.startDate`}
          label={m.form_start_date()}
          type="date"
          min={today}
          value={block.startDate}
          onChange={(text) => change({ startDate: text })}
        />
        {block.isAllDay ? null : (
          <FormField
            form={form}
            field={`${at}.startTime`}
            label={m.form_start_time()}
            type="time"
            value={block.startTime}
            onChange={(text) => change({ startTime: text })}
          />
        )}
      </div>
      <div className={fieldRow}>
        <FormField
          form={form}
          field={`${at}.endDate`}
          label={m.form_end_date()}
          type="date"
          min={block.startDate > today ? block.startDate : today}
          value={block.endDate}
          onChange={(text) => change({ endDate: text })}
        />
        {block.isAllDay ? null : (
          <FormField
            form={form}
            field={`${at}.endTime`}
            label={m.form_end_time()}
            type="time"
            value={block.endTime}
            onChange={(text) => change({ endTime: text })}
          />
        )}
      </div>
      <BlockNote block={block} />
    </fieldset>
  )
}

function newBlock(blocks: readonly BlockValues[]): BlockValues {
  const last = blocks.at(-1)
  return last === undefined ? emptyBlock() : nextBlock(last)
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
const timeBlocksChoices = css({ display: 'flex', flexWrap: 'wrap', columnGap: '5' })
const addButton = css({ justifySelf: 'start', alignSelf: 'flex-start' })

function BlockNote({ block }: { block: BlockValues }) {
  return (
    <p className={field().hint} aria-live="polite">
      {noteOf(block)}
    </p>
  )
}

function noteOf(block: BlockValues): string | null {
  const { startDate, endDate, startTime, endTime, isAllDay, isDaily } = block
  if (isAllDay || startTime === '' || endTime === '') return null
  const locale = getLocale()
  const nights = daysBetween(startDate, endDate)
  const isPastMidnight = endsBeforeStart(block)
  const nextDay = isPastMidnight ? m.form_ends_next_day({ time: textOf(endTime) }) : null
  if (!(nights > 0)) return isDaily ? nextDay : null
  const [start, end] = [dayText(startDate, locale), dayText(endDate, locale)]
  if (isDaily) {
    const times = `${textOf(startTime)} – ${textOf(endTime)}`
    const days = m.form_several_days_note({ n: nights + 1, start, end, times })
    return nextDay === null ? days : `${days}. ${nextDay}`
  }
  return nights === 1 && isPastMidnight ? nextDay : m.form_unbroken_note({ start, end })
}

function textOf(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return clockText(hour, minute, getLocale())
}
