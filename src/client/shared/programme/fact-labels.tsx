import type { Audience, EventFacts, AccessFeature } from '@/domain/events/facts/event-facts'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { splitAtLinks } from '@/domain/text/web-address'
import { textLink } from 'styled-system/recipes'

/** The facts of an event in words. What this version does not know is shown as it came. */

const AUDIENCE_LABELS: Record<Audience, () => string> = {
  all: m.facts_audience_all,
  families: m.facts_audience_families,
  adults: m.facts_audience_adults,
}
const ACCESS_LABELS: Record<AccessFeature, () => string> = {
  step_free: m.facts_access_step_free,
  accessible_toilet: m.facts_access_accessible_toilet,
  sign_language: m.facts_access_sign_language,
  seating: m.facts_access_seating,
}

export function audienceLabel(audience: string): string {
  return isIn(AUDIENCE_LABELS, audience) ? AUDIENCE_LABELS[audience]() : audience
}

export function accessLabel(feature: string): string {
  return isIn(ACCESS_LABELS, feature) ? ACCESS_LABELS[feature]() : feature
}

function isIn<T extends object>(labels: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(labels, key)
}

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

/** 'In Portuguese' */
function inLanguageLabel(tag: string): string {
  return m.facts_in({ language: languageName(tag) })
}

/** 'All ages', 'Seating', 'In Portuguese': each says what it is about. */
export function factLabels({ audience, access = [], languages = [] }: EventFacts): string[] {
  return [
    ...(audience ? [audienceLabel(audience)] : []),
    ...access.map(accessLabel),
    ...languages.map(inLanguageLabel),
  ]
}

export function factLines({ audience, access = [], languages = [] }: EventFacts) {
  const lines = {
    audience: { label: m.facts_audience(), text: audience ? audienceLabel(audience) : '' },
    access: { label: m.facts_access(), text: access.map(accessLabel).join(', ') },
    languages: { label: m.facts_languages(), text: languages.map(languageLabel).join(', ') },
  }
  return Object.entries(lines).flatMap(([field, line]) => (line.text === '' ? [] : [{ field, ...line }]))
}

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
