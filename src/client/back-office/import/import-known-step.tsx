import { useState } from 'react'
import * as z from 'zod/mini'
import { dateText } from '@/client/shared/time/event-dates'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { Button } from '@/client/design-system/button'
import { TextField } from '@/client/design-system/forms/field'
import type { ImportPreview } from '@/contract/back-office/import'
import { IMPORT_NAME_MAX } from '@/domain/staff/import'
import { oneLine } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

const NAMED = z.object({
  name: z
    .string()
    .check(oneLine(), z.minLength(1, 'required'), z.maxLength(IMPORT_NAME_MAX, 'text_too_long')),
})

interface ImportKnownStepProps {
  /** The name of the file, which an earlier file had, too. */
  name: string
  known: NonNullable<ImportPreview['known']>
  isBusy: boolean
  onSame: () => void
  /** Takes the name that keeps the two apart. */
  onOther: (name: string) => void
  onBack: () => void
}

/** Two organisers may call their files alike: before anything is shown or written, an administrator says whether they are one calendar. */
export function ImportKnownStep({ name, known, isBusy, onSame, onOther, onBack }: ImportKnownStepProps) {
  const [isSameName, setSameName] = useState(false)
  const { form, formProps } = useSchemaForm<{ name: string }, { name: string }>({
    schema: NAMED,
    initialValues: { name: '' },
    onValid: async (values) => {
      setSameName(values.name === name)
      if (values.name !== name) onOther(values.name)
    },
  })
  const date = known.last_run_at === undefined ? '–' : dateText(known.last_run_at, getLocale())
  return (
    <section className={cx(card({ pad: true }), frame)}>
      <h2 className={subtitle}>{m.import_known_title()}</h2>
      <p>{m.import_known_text({ name, date, n: known.events })}</p>
      <div className={cluster()}>
        <Button disabled={isBusy} onClick={onSame}>
          {m.import_known_same()}
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onBack}>
          {m.import_back()}
        </Button>
      </div>
      <form {...formProps} className={frame}>
        <p>{m.import_known_other_text()}</p>
        <form.Field name="name">
          {(field) => {
            const given = fieldProps(field)
            return (
              <TextField
                label={m.import_known_name()}
                autoComplete="off"
                {...given}
                error={given.error ?? (isSameName ? m.import_known_name_same({ name }) : undefined)}
              />
            )
          }}
        </form.Field>
        <div>
          <Button type="submit" variant="secondary" busy={isBusy}>
            {m.import_known_other()}
          </Button>
        </div>
      </form>
    </section>
  )
}

const frame = css({ display: 'grid', gap: '4', minWidth: '0', maxWidth: 'form' })
const subtitle = css({ textStyle: 'subheading' })
