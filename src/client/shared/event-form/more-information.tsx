import { linkLabel, PRICE_KINDS } from './form-values'
import { useState } from 'react'
import { Collapsible } from '@/client/design-system/collapsible'
import { TextField } from '@/client/design-system/forms/field'
import { completeLink, infoLinkProblem, isInfoLinkType } from '@/domain/events/info-link'
import type { EventLink, InfoLinkType } from '@/domain/events/info-link'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { fieldId } from '@/client/shared/event-form/problems/form-problems'
import { afterPress } from '@/client/shared/forms/use-schema-form'
import { ChipChoices } from '@/client/design-system/forms/chip-choices'
import { FACT_LABELS } from '@/client/shared/programme/fact-labels'
import { EVENT_FACTS, FACT_NAMES, knownFacts, toggled } from '@/domain/events/event-fields'
import type { FactName, FactValues } from '@/domain/events/event-fields'
import { stack } from 'styled-system/patterns'
import { field } from 'styled-system/recipes'
import { FormField, useFieldError } from './use-event-form'
import type { EventForm } from './use-event-form'
import type { PriceKind } from './form-values'

interface MoreInformationProps {
  form: EventForm
  open: boolean
  onOpenChange: (open: boolean) => void
}

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
          {(fieldName) =>
            fieldName.state.value.map((link, index) => (
              <LinkField
                // The rows stand still: one for each type, in a fixed order.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                {...{ form, link, index }}
                onChange={(data) => fieldName.replaceValue(index, { ...link, data })}
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

const UNSAID = 'unsaid'

function FactsFields({ form }: { form: EventForm }) {
  return (
    <form.Field name="facts">
      {({ state: { value: facts }, handleChange }) => (
        <div className={stack({ gap: '4' })}>
          <p className={field().hint}>{m.facts_blank_hint()}</p>
          {FACT_NAMES.map((name) => (
            <FactField key={name} name={name} facts={facts} onChange={handleChange} />
          ))}
        </div>
      )}
    </form.Field>
  )
}

interface FactFieldProps {
  name: FactName
  facts: FactValues
  onChange: (facts: FactValues) => void
}

function FactField({ name, facts, onChange }: FactFieldProps) {
  const { values, isList } = EVENT_FACTS[name]
  const { label, value } = FACT_LABELS[name]
  const chosen = [facts[name] ?? []].flat()
  return (
    <ChipChoices<string>
      label={label()}
      options={isList ? values : [UNSAID, ...values]}
      optionLabel={(one) => (one === UNSAID ? m.form_price_not_stated() : value(one))}
      chosen={isList || chosen.length > 0 ? chosen : [UNSAID]}
      isSingle={!isList}
      onPress={(one) => {
        const pressed = isList ? toggled<string>(chosen, one) : one
        onChange(knownFacts({ ...facts, [name]: pressed }))
      }}
    />
  )
}

function PriceField({ form }: { form: EventForm }) {
  return (
    <form.Field name="priceKind">
      {({ state: { value: chosen }, handleChange }) => (
        <div className={stack({ gap: '3' })}>
          <ChipChoices
            label={m.form_price_kind()}
            options={PRICE_KINDS}
            optionLabel={(kind) => KIND_LABELS[kind]()}
            chosen={[chosen]}
            isSingle
            onPress={handleChange}
          />
          {chosen === 'amount' ? (
            <form.Field name="price">
              {({ state, handleChange: type }) => (
                <FormField
                  form={form}
                  field="price"
                  label={m.form_price()}
                  // An input of `type="number"` gives back nothing for "7,50" where the browser expects a point.
                  inputMode="decimal"
                  autoComplete="off"
                  value={state.value}
                  onChange={type}
                />
              )}
            </form.Field>
          ) : null}
        </div>
      )}
    </form.Field>
  )
}

const KIND_LABELS: Record<PriceKind, () => string> = {
  unsaid: () => m.form_price_not_stated(),
  free: () => m.event_free(),
  donation: () => m.event_donation(),
  amount: () => m.form_price_amount(),
}
