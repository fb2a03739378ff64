import { dayText } from '@/client/shared/time/event-dates'
import { FactBadges } from './fact-filters'
import { Chip } from '@/client/design-system/badge'
import type { ProgrammeFilter, UsedTag } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { cluster } from 'styled-system/patterns'
import { isRangeOf } from './day-ranges'
import type { DayRange } from './day-ranges'
import { isFiltered, withoutDays } from './event-filters'
import { rangeLabel } from './range-label'

/** A removable badge. */
export interface ActiveFilter {
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
          {text}
        </Chip>
      ))}
      {filter.facts ? <FactBadges {...{ filter, onChange, onNone }} /> : null}
    </div>
  )
}
