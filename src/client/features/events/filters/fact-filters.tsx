import type { MouseEvent, ReactNode } from 'react'
import { Chip } from '@/client/design-system/badge'
import { ChipChoices } from '@/client/design-system/forms/chip-choices'
import { accessLabel, inLanguageLabel, languageLabel } from '@/client/shared/programme/fact-labels'
import {
  toggled,
  ACCESS_FEATURES,
  EVENT_LANGUAGES,
  factsPart,
  listOf,
} from '@/domain/events/facts/event-facts'
import type { FactsFilter } from '@/domain/events/facts/event-facts'
import * as m from '@/messages/compiled/messages.js'
import type { ProgrammeFilter, UsedTag } from '@/offline/programme/programme-reader'
import { dayText } from '@/client/shared/time/event-dates'
import { getLocale } from '@/messages/compiled/runtime.js'
import { stack, cluster } from 'styled-system/patterns'
import {
  isFiltered,
  addressParts,
  searchOf,
  useEventsSearch,
  isRangeOf,
  withoutDays,
  rangeLabel,
} from './event-filters'
import type { DayRange } from './event-filters'

interface FactFiltersProps {
  filter: ProgrammeFilter
  onChange: (filter: ProgrammeFilter) => void
}

const FLAGS = ['free', 'family'] as const
const FLAG_LABELS = { free: m.facts_free, family: m.facts_family }

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

interface FilterLinkProps {
  to: ProgrammeFilter
  /** It is part of what is shown, and leads back. */
  isShown: boolean
  className: string
  onChange: (filter: ProgrammeFilter) => void
  children: ReactNode
}

/** A real link to another filter: it can be shared and works without script. With script the list follows in place. */
export function FilterLink({ to, isShown, className, onChange, children }: FilterLinkProps) {
  const { view } = useEventsSearch()
  const search = addressParts({ ...searchOf(to), ...(view && { view }) })
  return (
    <a
      href={search.size > 0 ? `/events?${search}` : '/events'}
      aria-current={isShown || undefined}
      className={className}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onChange(to)
      }}
    >
      {children}
    </a>
  )
}

interface ActiveFilter {
  key: string
  text: string
  without: ProgrammeFilter
}

interface Offered {
  tags: readonly UsedTag[]
  ranges: readonly DayRange[]
  /** `YYYY-MM-DD` in the village. */
  today: string
}

/** Tag names, and one badge 'This weekend' where a range is exactly one that is offered, else 'From: {date}' and 'To: {date}' (rules 2.5). */
export function activeFilters(filter: ProgrammeFilter, { tags, ranges, today }: Offered): ActiveFilter[] {
  const { text, ...wordless } = filter
  return [
    ...(text === undefined ? [] : [{ key: ' text', text: `“${text}”`, without: wordless }]),
    ...filter.tags.map((key) => ({
      key,
      text: tags.find((tag) => tag.key === key)?.name ?? key,
      without: { ...filter, tags: filter.tags.filter((tag) => tag !== key) },
    })),
    ...activeDays(filter, ranges, today),
  ]
}

function activeDays(filter: ProgrammeFilter, ranges: readonly DayRange[], today: string): ActiveFilter[] {
  const { startDate, endDate, evening } = filter
  const without = withoutDays(filter)
  const locale = getLocale()
  const range = ranges.find((one) => isRangeOf(one, filter))
  if (range) return [{ key: ' range', text: rangeLabel(range, today), without }]
  if (evening !== undefined)
    return [
      {
        key: ' evening',
        text: m.events_evening({ date: dayText(evening, locale) }),
        without,
      },
    ]
  if (startDate === undefined) return []
  // The end falls with the start: there is none without one.
  const from = {
    key: ' from',
    text: m.events_from({ date: dayText(startDate, locale) }),
    without,
  }
  if (endDate === undefined) return [from]
  return [
    from,
    { key: ' to', text: m.events_to({ date: dayText(endDate, locale) }), without: { ...without, startDate } },
  ]
}

interface ActiveFiltersProps {
  /** The facts of it have badges of their own. */
  filter: ProgrammeFilter
  active: readonly ActiveFilter[]
  onChange: (filter: ProgrammeFilter) => void
  /** The last badge is about to go, and the focus with it. */
  onNone: () => void
}

export function ActiveFilters({ filter, active, onChange, onNone }: ActiveFiltersProps) {
  if (!isFiltered(filter)) return null
  return (
    <div className={cluster()}>
      {active.map(({ key, text, without }) => (
        <Chip
          key={key}
          removeLabel={m.events_remove_filter({ filter: text })}
          onRemove={() => {
            if (!isFiltered(without)) onNone()
            onChange(without)
          }}
        >
          <bdi>{text}</bdi>
        </Chip>
      ))}
      {filter.facts ? <FactBadges {...{ filter, onChange, onNone }} /> : null}
    </div>
  )
}
