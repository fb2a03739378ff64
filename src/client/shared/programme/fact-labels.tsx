import { FACT_NAMES, type EventFacts, type FactName } from '@/domain/events/event-fields'
import { ACCESS_LABELS, AUDIENCE_LABELS } from '@/messages/fact-text'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { splitAtLinks } from '@/domain/text/web-address'
import { textLink } from 'styled-system/recipes'

/** The facts of an event in words. What this version does not know is shown as it came. */

const labelIn = (labels: Readonly<Record<string, () => string>>) => (key: string) =>
  (Object.hasOwn(labels, key) ? labels[key]?.() : undefined) ?? key

export const accessLabel = labelIn(ACCESS_LABELS)

const PRIMARY_TAG = /^[a-z]{2,3}$/

/** 'Portuguese', in the language of the page. `tag`: BCP 47. */
function languageName(tag: string): string {
  const name = PRIMARY_TAG.test(tag)
    ? new Intl.DisplayNames(getLocale() === 'pt' ? 'pt-PT' : 'en', { type: 'language' }).of(tag)
    : undefined
  return name ?? tag
}

/** The label of a language with a capital, which Portuguese writes only at the beginning of a label. */
export function languageLabel(tag: string): string {
  const name = languageName(tag)
  return name.charAt(0).toLocaleUpperCase(getLocale()) + name.slice(1)
}

interface FactLabels {
  label: () => string
  value: (one: string) => string
  /** How a value is called where no label stands before it. */
  alone?: (one: string) => string
}

export const FACT_LABELS: Record<FactName, FactLabels> = {
  audience: { label: m.facts_audience, value: labelIn(AUDIENCE_LABELS) },
  access: { label: m.facts_access, value: accessLabel },
  languages: {
    label: m.facts_languages,
    value: languageLabel,
    alone: (tag) => m.facts_in({ language: languageName(tag) }),
  },
}

/** How each fact is called. */
export const FACT_FIELD_LABELS = Object.fromEntries(
  FACT_NAMES.map((name) => [name, FACT_LABELS[name].label]),
) as Record<FactName, () => string>

/** 'All ages', 'Seating', 'In Portuguese': each says what it is about. */
export function factLabels(event: EventFacts): string[] {
  return FACT_NAMES.flatMap((name) => {
    const { value, alone = value } = FACT_LABELS[name]
    return said(event, name).map((one) => alone(one))
  })
}

/** 'Step-free access, Seating'; empty where nothing is said. */
export function factText(event: EventFacts, name: FactName): string {
  return said(event, name).map(FACT_LABELS[name].value).join(', ')
}

export function factLines(event: EventFacts) {
  return FACT_NAMES.map((field) => ({
    field,
    label: FACT_LABELS[field].label(),
    text: factText(event, field),
  })).filter(({ text }) => text !== '')
}

const said = (event: EventFacts, name: FactName): string[] => [event[name] ?? []].flat()

/** A submitter's text, with its web addresses as links that we do not vouch for. */
export function LinkedText({ text }: { text: string }) {
  return splitAtLinks(text).map(({ text: part, href }, index) =>
    href === undefined ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text stand still
      <a key={index} href={href} dir="ltr" rel="nofollow ugc noopener" className={textLink()}>
        {part}
      </a>
    ),
  )
}
