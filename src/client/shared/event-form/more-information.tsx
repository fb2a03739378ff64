import { useState, type ComponentType } from 'react'
import { afterPress } from '@/client/shared/forms/use-schema-form'
import { FACT_LABELS } from '@/client/shared/programme/fact-labels'
import { Fold } from '@/client/design-system/fold'
import { ChipChoices } from '@/client/design-system/forms/chip-choices'
import { TextField } from '@/client/design-system/forms/field'
import {
  EVENT_FACTS,
  FACT_NAMES,
  UNSAID_FACTS,
  factValues,
  toggled,
  type FactName,
} from '@/domain/events/event-fields'
import {
  completeLink,
  infoLinkProblem,
  isInfoLinkType,
  type EventLink,
  type InfoLinkType,
} from '@/domain/events/info-link'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { stack } from 'styled-system/patterns'
import { field } from 'styled-system/recipes'
import { linkRows, type EventValues } from './event-values'
import { linkLabel } from '@/client/shared/links/social-links'
import { fieldId, type Control } from './problems'
import { TextControl, useValue, type Editor } from './use-editor'

interface FieldProps {
  editor: Editor
}

/** The fields that are folded away (rules 2.7). */
export const MORE_FIELDS = {
  info_links: Links,
  price: Price,
  ...(Object.fromEntries(FACT_NAMES.map((name) => [name, factField(name)])) as Record<
    FactName,
    ComponentType<FieldProps>
  >),
}

export function isFolded(control: Control): boolean {
  return (control.split('.')[0] ?? '') in MORE_FIELDS
}

interface MoreInformationProps extends FieldProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function MoreInformation({ editor, open, onOpenChange }: MoreInformationProps) {
  const summary = `${m.form_more()} (${m.form_more_hint()})`
  return (
    <Fold summary={summary} isOpen={open} onToggle={onOpenChange}>
      <div className={stack({ gap: '4' })}>
        {Object.entries(MORE_FIELDS).map(([name, Field]) => (
          <Field key={name} editor={editor} />
        ))}
      </div>
    </Fold>
  )
}

function Links({ editor }: FieldProps) {
  const rows = linkRows(useValue(editor, 'info_links'))
  return (
    <>
      {rows.map((link, index) => (
        <LinkField
          // The rows stand still: one for each type, in a fixed order.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          {...{ editor, link, index }}
          onChange={(data) => editor.form.setFieldValue('info_links', rows.with(index, { ...link, data }))}
        />
      ))}
    </>
  )
}

interface LinkFieldProps extends FieldProps {
  link: EventLink
  index: number
  onChange: (data: string) => void
}

/** One link, completed and looked at when it is left (rules 5): an empty one is fine, it is not sent. */
function LinkField({ editor, link, index, onChange }: LinkFieldProps) {
  const [blurError, setBlurError] = useState<string>()
  const check = () => {
    const data = completeLink(link.type, link.data)
    if (data !== link.data) onChange(data)
    const code = data === '' ? undefined : infoLinkProblem(link.type, data)
    if (code !== undefined) afterPress(() => setBlurError(problemText(code)))
  }
  return (
    <TextField
      id={fieldId(`info_links.${index}`)}
      label={linkLabel(link.type)}
      type="url"
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      {...(isInfoLinkType(link.type) && { placeholder: LINK_PLACEHOLDERS[link.type] })}
      value={link.data}
      error={editor.errorOf(`info_links.${index}`) ?? blurError}
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

const KIND_LABELS = {
  unsaid: m.form_price_not_stated,
  free: m.event_free,
  donation: m.event_donation,
  amount: m.form_price_amount,
}
type PriceKind = keyof typeof KIND_LABELS
const PRICE_KINDS = Object.keys(KIND_LABELS) as PriceKind[]

/** A donation has the price 0 as well, for clients that know no more. */
const PRICE_OF_KIND: Record<PriceKind, Pick<EventValues, 'price' | 'is_donation'>> = {
  unsaid: { price: undefined, is_donation: undefined },
  free: { price: 0, is_donation: undefined },
  donation: { price: 0, is_donation: true },
  amount: { price: '', is_donation: undefined },
}

function kindOf(price: EventValues['price'], isDonation: boolean | undefined): PriceKind {
  if (price === null || price === undefined) return 'unsaid'
  if (typeof price === 'string' || price > 0) return 'amount'
  return isDonation === true ? 'donation' : 'free'
}

function Price({ editor }: FieldProps) {
  const price = useValue(editor, 'price')
  const kind = kindOf(price, useValue(editor, 'is_donation'))
  const [typed, setTyped] = useState(kind === 'amount' ? String(price) : '')
  const write = (said: (typeof PRICE_OF_KIND)[PriceKind]) => {
    editor.form.setFieldValue('is_donation', said.is_donation)
    editor.form.setFieldValue('price', said.price)
  }
  return (
    <div className={stack({ gap: '3' })}>
      <ChipChoices
        label={m.form_price_kind()}
        options={PRICE_KINDS}
        optionLabel={(one) => KIND_LABELS[one]()}
        chosen={[kind]}
        isSingle
        // An amount that was typed is there again when one comes back to it.
        onPress={(one) => write(one === 'amount' ? { price: typed } : PRICE_OF_KIND[one])}
      />
      {kind === 'amount' ? (
        <TextControl
          editor={editor}
          control="price"
          label={m.form_price()}
          // An input of `type="number"` gives back nothing for "7,50" where the browser expects a point.
          inputMode="decimal"
          autoComplete="off"
          value={String(price)}
          onChange={(text) => {
            setTyped(text)
            write({ price: text })
          }}
        />
      ) : null}
    </div>
  )
}

const UNSAID = 'unsaid'

/** A fact that is taken back is said to be unsaid: a change leaves alone the facts that it does not name. */
function factField(name: FactName) {
  return function Fact({ editor }: FieldProps) {
    const { values, isList } = EVENT_FACTS[name]
    const { label, value } = FACT_LABELS[name]
    const chosen = factValues(name, useValue(editor, name))
    const press = (one: string) => {
      const pressed = isList ? factValues(name, toggled<string>(chosen, one)) : one
      const isUnsaid = pressed.length === 0 || pressed === UNSAID
      editor.form.setFieldValue(name, (isUnsaid ? UNSAID_FACTS[name] : pressed) as EventValues[typeof name])
    }
    return (
      <>
        {name === FACT_NAMES[0] ? <p className={field().hint}>{m.facts_blank_hint()}</p> : null}
        <ChipChoices<string>
          label={label()}
          options={isList ? values : [UNSAID, ...values]}
          optionLabel={(one) => (one === UNSAID ? m.form_price_not_stated() : value(one))}
          chosen={isList || chosen.length > 0 ? chosen : [UNSAID]}
          isSingle={!isList}
          onPress={press}
        />
      </>
    )
  }
}
