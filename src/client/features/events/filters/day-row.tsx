import { dateBlockOf } from '@/client/shared/time/event-dates'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { noonOf } from '@/client/shared/time/village-days'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { ChipRow } from './chip-row'
import { withoutDays } from './event-filters'
import { isRangeOf, rangeFilter } from './day-ranges'
import type { DayRange } from './day-ranges'
import { FilterLink } from './filter-link'
import { rangeLabel } from './range-label'

interface DayRowProps {
  ranges: readonly DayRange[]
  filter: ProgrammeFilter
  /** `YYYY-MM-DD` in the village. */
  today: string
  onChange: (filter: ProgrammeFilter) => void
}

/**
 * Today, tonight, tomorrow, the weekend, a week, then day by day: each a link, so that it can be shared and works without
 * script. The one that is shown leads back to all days.
 */
export function DayRow({ ranges, filter, today, onChange }: DayRowProps) {
  const locale = getLocale()
  return (
    <ChipRow label={m.events_days()}>
      {ranges.map((range) => {
        const { name, first, last } = range
        const { weekday, day, month } = dateBlockOf(noonOf(first), locale)
        const isShown = isRangeOf(range, filter)
        return (
          <FilterLink
            key={name === 'day' ? first : name}
            to={isShown ? withoutDays(filter) : rangeFilter(range, filter)}
            isShown={isShown}
            className={dateBlock}
            onChange={onChange}
          >
            <span className={over}>{name === 'day' ? weekday : rangeLabel(range, today)}</span>{' '}
            <span className={under}>
              {first === last ? day : `${day}–${dateBlockOf(noonOf(last), locale).day}`}
              {name !== 'day' ? null : day === '1' ? ` ${month}` : <VisuallyHidden> {month}</VisuallyHidden>}
            </span>
          </FilterLink>
        )
      })}
    </ChipRow>
  )
}

const dateBlock = css({
  display: 'grid',
  flexShrink: '0',
  justifyItems: 'center',
  alignContent: 'center',
  minWidth: '12',
  minHeight: '14',
  paddingInline: '2',
  border: 'hairline',
  borderRadius: 'md',
  bg: 'bg.surface',
  whiteSpace: 'nowrap',
  _hover: { bg: 'sea.subtle' },
  '&[aria-current]': { bg: 'bg.sea', color: 'fg.onSea', _hover: { bg: 'bg.sea' } },
})

const over = css({
  fontSize: 'xs',
  fontWeight: 'bold',
  lineHeight: 'snug',
  _firstLetter: { textTransform: 'uppercase' },
})
const under = css({ textStyle: 'subheading' })
