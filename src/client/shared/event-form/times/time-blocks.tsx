import { useId } from 'react'
import { BlockNote } from './block-note'
import { Button } from '@/client/design-system/button'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { FieldError, TextField } from '@/client/design-system/forms/field'
import { TrashIcon } from '@/client/design-system/icons/form-icons'
import { PlusIcon } from '@/client/design-system/icons/icons'
import { IconButton } from '@/client/design-system/icon-button'
import { MAX_TIME_BLOCKS } from '@/domain/submissions/submission-limits'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { changeBlock, nextBlock } from './block-times'
import { fieldId } from '@/client/shared/event-form/problems/field-id'
import { emptyBlock } from '../form-values'
import type { BlockValues } from '../form-values'
import { useFieldError } from '../use-event-form'
import type { EventForm } from '../use-event-form'

// The form does not wait for what comments on it.

/** One-time events: one block or more, each with a start and an end (rules 5). `today` is `YYYY-MM-DD`. */
export function TimeBlocks({ form, today }: { form: EventForm; today: string }) {
  const error = useFieldError(form, 'blocks')
  const errorId = useId()
  return (
    <form.Field name="blocks" mode="array">
      {(field) => (
        <fieldset
          id={fieldId('blocks')}
          aria-label={m.form_when()}
          aria-describedby={error ? errorId : undefined}
          tabIndex={-1}
          className={stack({ gap: '4', minWidth: '0' })}
        >
          {field.state.value.map((block, index) => (
            <TimeBlock
              // Blocks are wholly held by the form: their place is their identity.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              {...{ form, today, block, index }}
              onChange={(next) => field.replaceValue(index, next)}
              onRemove={field.state.value.length > 1 ? () => field.removeValue(index) : undefined}
            />
          ))}
          <FieldError id={errorId} error={error} />
          {field.state.value.length < MAX_TIME_BLOCKS ? (
            <Button
              variant="secondary"
              className={addButton}
              onClick={() => field.pushValue(newBlock(field.state.value))}
            >
              <PlusIcon size={20} />
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
  const errors = {
    startDate: useFieldError(form, `${at}.startDate`),
    startTime: useFieldError(form, `${at}.startTime`),
    endDate: useFieldError(form, `${at}.endDate`),
    endTime: useFieldError(form, `${at}.endTime`),
  }

  return (
    <fieldset className={frame}>
      <legend className={legend}>{m.form_block({ n: index + 1 })}</legend>
      <div className={head}>
        <div className={choices}>
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
            icon={<TrashIcon size={20} />}
            onClick={onRemove}
          />
        ) : null}
      </div>
      <div className={row}>
        <TextField
          id={fieldId(`${at}.startDate`)}
          label={m.form_start_date()}
          type="date"
          min={today}
          value={block.startDate}
          error={errors.startDate}
          onChange={(event) => change({ startDate: event.target.value })}
        />
        {block.isAllDay ? null : (
          <TextField
            id={fieldId(`${at}.startTime`)}
            label={m.form_start_time()}
            type="time"
            step={60}
            value={block.startTime}
            error={errors.startTime}
            onChange={(event) => change({ startTime: event.target.value })}
          />
        )}
      </div>
      <div className={row}>
        <TextField
          id={fieldId(`${at}.endDate`)}
          label={m.form_end_date()}
          type="date"
          min={block.startDate > today ? block.startDate : today}
          value={block.endDate}
          error={errors.endDate}
          onChange={(event) => change({ endDate: event.target.value })}
        />
        {block.isAllDay ? null : (
          <TextField
            id={fieldId(`${at}.endTime`)}
            label={m.form_end_time()}
            type="time"
            step={60}
            value={block.endTime}
            error={errors.endTime}
            onChange={(event) => change({ endTime: event.target.value })}
          />
        )}
      </div>
      <BlockNote block={block} />
    </fieldset>
  )
}

/** Makes a block like the last one, a day later. */
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
const choices = css({ display: 'flex', flexWrap: 'wrap', columnGap: '5' })
const row = css({
  display: 'grid',
  gap: '3',
  alignItems: 'start',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr))]',
})
const addButton = css({ justifySelf: 'start', alignSelf: 'flex-start' })
