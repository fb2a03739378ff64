import { Chip } from '@/client/design-system/badge'
import { ChipChoices } from '@/client/design-system/forms/chip-choices'
import { accessLabel, inLanguageLabel, languageLabel } from '@/client/shared/programme/fact-labels'
import { toggled } from '@/domain/events/facts/event-facts'
import { ACCESS_FEATURES, EVENT_LANGUAGES, factsPart, listOf } from '@/domain/events/facts/facts-filter'
import type { FactsFilter } from '@/domain/events/facts/facts-filter'
import * as m from '@/messages/compiled/messages.js'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import { stack } from 'styled-system/patterns'
import { isFiltered } from './event-filters'

interface FactFiltersProps {
  filter: ProgrammeFilter
  onChange: (filter: ProgrammeFilter) => void
}

const FLAGS = ['free', 'family'] as const
const FLAG_LABELS = { free: m.facts_free, family: m.facts_family }

/** Filters by what events say of themselves. */
export function FactFilters({ filter, onChange }: FactFiltersProps) {
  const { facts = {} } = filter
  const choose = (name: 'access' | 'in', value: string) =>
    onChange(withFacts(filter, { [name]: toggled(listOf(facts[name]), value).join(',') }))
  return (
    <div className={stack({ gap: '4' })}>
      <ChipChoices
        label={m.facts_price()}
        options={FLAGS}
        optionLabel={(flag) => FLAG_LABELS[flag]()}
        chosen={FLAGS.filter((flag) => facts[flag])}
        onPress={(flag) => onChange(withFacts(filter, { [flag]: facts[flag] ? undefined : 1 }))}
      />
      <ChipChoices
        label={m.facts_access()}
        options={ACCESS_FEATURES}
        optionLabel={accessLabel}
        chosen={ACCESS_FEATURES.filter((one) => listOf(facts.access).includes(one))}
        onPress={(one) => choose('access', one)}
      />
      <ChipChoices
        label={m.facts_languages()}
        options={EVENT_LANGUAGES}
        optionLabel={languageLabel}
        chosen={EVENT_LANGUAGES.filter((one) => listOf(facts.in).includes(one))}
        onPress={(one) => choose('in', one)}
      />
    </div>
  )
}

/** A removable badge for each fact that is asked for. `onNone`: the last badge of all filters is about to go, and the focus with it. */
export function FactBadges({ filter, onChange, onNone }: FactFiltersProps & { onNone: () => void }) {
  return badgesOf(filter).map(({ text, without }) => (
    <Chip
      key={text}
      removeLabel={m.events_remove_filter({ filter: text })}
      onRemove={() => {
        if (!isFiltered(without)) onNone()
        onChange(without)
      }}
    >
      {text}
    </Chip>
  ))
}

function badgesOf(filter: ProgrammeFilter): { text: string; without: ProgrammeFilter }[] {
  const { facts = {} } = filter
  const parts = (name: 'access' | 'in', label: (value: string) => string) =>
    listOf(facts[name]).map((value) => ({
      text: label(value),
      without: withFacts(filter, { [name]: toggled(listOf(facts[name]), value).join(',') }),
    }))
  return [
    ...FLAGS.filter((flag) => facts[flag]).map((flag) => ({
      text: FLAG_LABELS[flag](),
      without: withFacts(filter, { [flag]: undefined }),
    })),
    ...parts('access', accessLabel),
    ...parts('in', inLanguageLabel),
  ]
}

/** The same filter with other facts; one that asks for none has none. */
function withFacts(
  { facts, ...filter }: ProgrammeFilter,
  change: Partial<Record<keyof FactsFilter, unknown>>,
): ProgrammeFilter {
  return { ...filter, ...factsPart({ ...facts, ...change }) }
}
