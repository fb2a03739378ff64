import { dayText } from '@/client/shared/time/event-dates'
import { Chip } from '@/client/design-system/badge'
import type { ProgrammeFilter, UsedTag } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { cluster } from 'styled-system/patterns'
import { activeCount } from './event-filters'

interface ActiveFiltersProps {
  filter: ProgrammeFilter
  tags: readonly UsedTag[]
  onChange: (filter: ProgrammeFilter) => void
  /** The last badge is about to go, and the focus with it. */
  onNone: () => void
}

/** Removable badges: tag names, 'From: {date}', 'To: {date}' (spec 2.5). */
export function ActiveFilters({ filter, tags, onChange, onNone }: ActiveFiltersProps) {
  const { startDate, endDate } = filter
  const locale = getLocale()
  const chips = [
    ...filter.tags.map((key) => ({
      key,
      text: tags.find((tag) => tag.key === key)?.name ?? key,
      without: { ...filter, tags: filter.tags.filter((tag) => tag !== key) },
    })),
    ...(startDate === undefined
      ? []
      : // The end falls with the start: there is none without one.
        [
          {
            key: ' from',
            text: m.events_from({ date: dayText(startDate, locale) }),
            without: { tags: filter.tags },
          },
        ]),
    ...(endDate === undefined || startDate === undefined
      ? []
      : [
          {
            key: ' to',
            text: m.events_to({ date: dayText(endDate, locale) }),
            without: { tags: filter.tags, startDate },
          },
        ]),
  ]
  if (chips.length === 0) return null
  return (
    <div className={cluster()}>
      {chips.map(({ key, text, without }) => (
        <Chip
          key={key}
          removeLabel={m.events_remove_filter({ filter: text })}
          onRemove={() => {
            if (activeCount(without) === 0) onNone()
            onChange(without)
          }}
        >
          {text}
        </Chip>
      ))}
    </div>
  )
}
