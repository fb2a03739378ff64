import { accessLabel, languageLabel } from '@/client/shared/programme/fact-labels'
import { ACCESS_FEATURES, EVENT_LANGUAGES, listOf } from '@/domain/events/facts-filter'
import type { FactsFilter } from '@/domain/events/facts-filter'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'

/** The same fields for who has no script: rendered by the server alone, and sent with the form. */
export function NativeFactFilters({ facts = {} }: { facts: FactsFilter | undefined }) {
  const options = [
    { name: 'free', value: '1', text: m.facts_free(), isChosen: facts.free === 1 },
    { name: 'family', value: '1', text: m.facts_family(), isChosen: facts.family === 1 },
    ...ACCESS_FEATURES.map((value) => ({
      name: 'access',
      value,
      text: accessLabel(value),
      isChosen: listOf(facts.access).includes(value),
    })),
    ...EVENT_LANGUAGES.map((value) => ({
      name: 'in',
      value,
      text: languageLabel(value),
      isChosen: listOf(facts.in).includes(value),
    })),
  ]
  return (
    <fieldset className={cluster()} aria-label={m.facts_more()}>
      {options.map(({ name, value, text, isChosen }) => (
        <label key={`${name} ${value}`}>
          <input type="checkbox" name={name} value={value} defaultChecked={isChosen} /> {text}
        </label>
      ))}
    </fieldset>
  )
}
