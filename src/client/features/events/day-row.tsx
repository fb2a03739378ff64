import type { MouseEvent } from 'react'
import { dayNames, leafOf, noonOf } from '@/client/kit/event-dates'
import type { ProgrammeFilter } from '@/offline/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { dayRanges } from './day-ranges'
import { searchOf } from './event-filters'
import type { DayRange } from './day-ranges'

interface DayRowProps {
  filter: ProgrammeFilter
  /** `YYYY-MM-DD` in the village. */
  today: string
  onChange: (filter: ProgrammeFilter) => void
}

/**
 * Today, tomorrow, the weekend, a week, then day by day: each a link, so that it can be shared and works without script.
 * The one that is shown leads back to all days.
 */
export function DayRow({ filter, today, onChange }: DayRowProps) {
  const locale = getLocale()
  const ranges = dayRanges(today)
  const dayOf = (day: string) => leafOf(noonOf(day), locale).day

  const link = ({ startDate, endDate }: DayRange, label: string, text: string, name?: string) => {
    const { tags } = filter
    const isShown = filter.startDate === startDate && filter.endDate === endDate
    const next = isShown ? { tags } : { tags, startDate, endDate }
    const follow = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      onChange(next)
    }
    return (
      <a
        key={label + text}
        href={`/events?${new URLSearchParams(searchOf(next))}`}
        aria-label={name}
        aria-current={isShown || undefined}
        className={leaf}
        onClick={follow}
      >
        <span className={over}>{label}</span>
        <span className={under}>{text}</span>
      </a>
    )
  }
  const span = ({ startDate, endDate }: DayRange) =>
    startDate === endDate ? dayOf(startDate) : `${dayOf(startDate)}–${dayOf(endDate)}`

  return (
    <nav aria-label={m.events_days()} className={row}>
      {link(ranges.today, m.events_today(), dayOf(today))}
      {link(ranges.tomorrow, m.events_tomorrow(), dayOf(ranges.tomorrow.startDate))}
      {link(ranges.weekend, m.events_weekend(), span(ranges.weekend))}
      {link(ranges.nextDays, m.events_next_days(), span(ranges.nextDays))}
      {ranges.days.map((range) => {
        const { startDate } = range
        const { day, month, weekday } = leafOf(noonOf(startDate), locale)
        const names = dayNames(startDate, today, locale)
        return link(range, weekday, day === '1' ? `${day} ${month}` : day, `${names.weekday}, ${names.date}`)
      })}
    </nav>
  )
}

const row = css({
  display: 'flex',
  gap: '2',
  overflowX: 'auto',
  scrollbarWidth: '[none]',
  marginInline: '[calc(-1 * {spacing.gutter})]',
  paddingInline: 'gutter',
  // Room for the ring around a focused day.
  paddingBlock: '1.5',
  marginBlock: '[-0.375rem]',
  lg: { flexWrap: 'wrap' },
})

const leaf = css({
  display: 'grid',
  flexShrink: '0',
  justifyItems: 'center',
  alignContent: 'center',
  minWidth: 'target',
  minHeight: '14',
  paddingInline: '3',
  border: 'hairline',
  borderRadius: 'md',
  bg: 'bg.surface',
  whiteSpace: 'nowrap',
  _hover: { borderColor: 'focus' },
  '&[aria-current]': { bg: 'bg.sea', color: 'fg.onSea' },
})

const over = css({ fontSize: 'xs', fontWeight: 'bold', lineHeight: 'snug' })
const under = css({ fontFamily: 'display', fontWeight: 'bold', fontSize: 'lg', lineHeight: 'snug' })
