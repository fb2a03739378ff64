import { useEffect, useRef } from 'react'
import type { MouseEvent } from 'react'
import { dayNames, leafOf, noonOf } from '@/client/shared/time/event-dates'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { dayRanges } from './day-ranges'
import { searchOf } from './event-filters'

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
  const { tags } = filter
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the day that an address asks for may be out of sight.
    const shown = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (shown) row.current?.scrollTo({ left: shown.offsetLeft - shown.offsetWidth })
  }, [])
  const locale = getLocale()
  const labels = [m.events_today(), m.events_tomorrow(), m.events_weekend(), m.events_next_days()]
  return (
    <nav ref={row} aria-label={m.events_days()} className={strip}>
      {dayRanges(today).map((range, place) => {
        const { startDate, endDate } = range
        const label = labels[place]
        const { weekday, day, month } = leafOf(noonOf(startDate), locale)
        const names = dayNames(startDate, today, locale)
        const isShown = filter.startDate === startDate && filter.endDate === endDate
        const next = isShown ? { tags } : { tags, ...range }
        return (
          <a
            // The weekend may be today, and its link another all the same.
            key={label ?? startDate}
            href={`/events?${new URLSearchParams(searchOf(next))}`}
            aria-label={label ? undefined : `${names.weekday}, ${names.date}`}
            aria-current={isShown || undefined}
            className={leaf}
            onClick={(event: MouseEvent) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onChange(next)
            }}
          >
            <span className={over}>{label ?? weekday}</span>
            <span className={under}>
              {startDate === endDate ? day : `${day}–${leafOf(noonOf(endDate), locale).day}`}
              {label === undefined && day === '1' ? ` ${month}` : null}
            </span>
          </a>
        )
      })}
    </nav>
  )
}

const strip = css({
  display: 'flex',
  flexWrap: { md: 'wrap' },
  gap: '2',
  overflowX: 'auto',
  scrollbarWidth: '[none]',
  // To the edges of a phone, and with room for the ring around a focused day.
  marginInline: '[calc(-1 * {spacing.gutter})]',
  paddingInline: 'gutter',
  paddingBlock: '1.5',
})

const leaf = css({
  display: 'grid',
  flexShrink: '0',
  justifyItems: 'center',
  alignContent: 'center',
  minWidth: '12',
  minHeight: '14',
  paddingInline: '3',
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
