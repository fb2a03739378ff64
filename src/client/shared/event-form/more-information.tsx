import { useState } from 'react'
import { FactsFields } from './facts-fields'
import { Collapsible } from '@/client/design-system/collapsible'
import { TextField } from '@/client/design-system/forms/field'
import { completeLink, infoLinkProblem, isInfoLinkType } from '@/domain/events/info-link'
import type { EventLink, InfoLinkType } from '@/domain/events/info-link'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { stack } from 'styled-system/patterns'
import { fieldId } from './problems/field-id'
import { linkLabel } from './link-labels'
import { PriceField } from './price-field'
import { useFieldError } from './use-event-form'
import { afterPress } from '@/client/shared/forms/after-press'
import type { EventForm } from './use-event-form'

/** Nobody needs it at once: the part is folded. */

interface MoreInformationProps {
  form: EventForm
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Links, price and facts to choose by, folded away (rules 2.7, Additional Information). */
export function MoreInformation({ form, open, onOpenChange }: MoreInformationProps) {
  return (
    <Collapsible
      title={m.form_more()}
      hint={`(${m.form_more_hint()})`}
      open={open}
      onOpenChange={onOpenChange}
    >
      <div className={stack({ gap: '4' })}>
        <form.Field name="links" mode="array">
          {(field) =>
            field.state.value.map((link, index) => (
              <LinkField
                // The rows stand still: one for each type, in a fixed order.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                {...{ form, link, index }}
                onChange={(data) => field.replaceValue(index, { ...link, data })}
              />
            ))
          }
        </form.Field>
        <PriceField form={form} />
        <FactsFields form={form} />
      </div>
    </Collapsible>
  )
}

interface LinkFieldProps {
  form: EventForm
  link: EventLink
  index: number
  onChange: (data: string) => void
}

/** One link, completed and looked at when it is left (rules 5): an empty one is fine, it is not sent. */
function LinkField({ form, link, index, onChange }: LinkFieldProps) {
  const submitError = useFieldError(form, `links[${index}].data`)
  const [blurError, setBlurError] = useState<string>()
  const check = () => {
    const data = completeLink(link.type, link.data)
    if (data !== link.data) onChange(data)
    const code = data === '' ? undefined : infoLinkProblem(link.type, data)
    if (code !== undefined) afterPress(() => setBlurError(problemText(code)))
  }
  return (
    <TextField
      id={fieldId(`links[${index}].data`)}
      label={linkLabel(link.type)}
      type="url"
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      {...(isInfoLinkType(link.type) && { placeholder: LINK_PLACEHOLDERS[link.type] })}
      value={link.data}
      error={submitError ?? blurError}
      onBlur={check}
      onChange={(event) => {
        setBlurError(undefined)
        onChange(event.target.value)
      }}
    />
  )
}

const LINK_PLACEHOLDERS: Record<InfoLinkType, string> = {
  instagram: 'https://instagram.com/username',
  facebook: 'https://facebook.com/page',
  telegram: 'https://t.me/channel',
  whatsapp: 'https://wa.me/1234567890',
  web_url: 'https://example.com',
}
