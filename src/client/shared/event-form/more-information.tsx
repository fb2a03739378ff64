import { useState } from 'react'
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
import type { Control } from './problems'
import { useValue, type FieldProps } from './use-editor'

/** The fields that are folded away (rules 2.7). */
const FOLDED: readonly string[] = ['info_links', 'price', ...FACT_NAMES]

export function isFolded(control: Control): boolean {
  return FOLDED.includes(control.split('.')[0] ?? '')
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
        <Links editor={editor} />
        <Price editor={editor} />
        <p className={field().hint}>{m.facts_blank_hint()}</p>
        {FACT_NAMES.map((name) => (
          <Fact key={name} {...{ editor, name }} />
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
          onChange={(data) => editor.change({ info_links: rows.with(index, { ...link, data }) })}
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
  const { id, error = blurError } = editor.control(`info_links.${index}`)
  const check = () => {
    const data = completeLink(link.type, link.data)
    if (data !== link.data) onChange(data)
    const code = data === '' ? undefined : infoLinkProblem(link.type, data)
    if (code !== undefined) afterPress(() => setBlurError(problemText(code)))
  }
  return (
    <TextField
      {...{ id, error }}
      label={linkLabel(link.type)}
      type="url"
      autoComplete="off"
      {...(isInfoLinkType(link.type) && { placeholder: LINK_PLACEHOLDERS[link.type] })}
      value={link.data}
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
  return (
    <div className={stack({ gap: '3' })}>
      <ChipChoices
        label={m.form_price_kind()}
        options={PRICE_KINDS}
        optionLabel={(one) => KIND_LABELS[one]()}
        chosen={[kind]}
        isSingle
        // An amount that was typed is there again when one comes back to it.
        onPress={(one) => editor.change({ ...PRICE_OF_KIND[one], ...(one === 'amount' && { price: typed }) })}
      />
      {kind === 'amount' ? (
        <TextField
          {...editor.control('price')}
          label={m.form_price()}
          // An input of `type="number"` gives back nothing for "7,50" where the browser expects a point.
          inputMode="decimal"
          autoComplete="off"
          value={String(price)}
          onChange={({ target }) => {
            setTyped(target.value)
            editor.change({ price: target.value })
          }}
        />
      ) : null}
    </div>
  )
}

const UNSAID = 'unsaid'

/** A fact that is taken back is said to be unsaid: a change leaves alone the facts that it does not name. */
function Fact({ editor, name }: FieldProps & { name: FactName }) {
  const { values, isList } = EVENT_FACTS[name]
  const { label, value } = FACT_LABELS[name]
  const chosen = factValues(name, useValue(editor, name))
  const press = (one: string) => {
    const pressed = isList ? factValues(name, toggled<string>(chosen, one)) : one
    const isUnsaid = pressed.length === 0 || pressed === UNSAID
    editor.change({ [name]: isUnsaid ? UNSAID_FACTS[name] : pressed })
  }
  return (
    <ChipChoices<string>
      label={label()}
      options={isList ? values : [UNSAID, ...values]}
      optionLabel={(one) => (one === UNSAID ? m.form_price_not_stated() : value(one))}
      chosen={isList || chosen.length > 0 ? chosen : [UNSAID]}
      isSingle={!isList}
      onPress={press}
    />
  )
}
