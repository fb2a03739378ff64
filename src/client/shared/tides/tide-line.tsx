import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { timeText } from '@/client/shared/time/event-dates'
import { villageWall } from '@/domain/time/local-time'
import { sunOfDay, tidesOfDay } from '@/domain/tides/tide-table'
import * as m from '@/messages/compiled/messages.js'
import { getLocale, type Locale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'

/** The hours in which people are out: a line has no room for the night's tide. */
const OUT = { from: 6, to: 22 }

export interface TideLineProps {
  day: string
  isLink?: boolean
}

/** 'Low 12:28 PM · High 6:40 PM · sunset 5:15 PM' of a village day `YYYY-MM-DD`, for people who are about. */
export function TideLine({ day, isLink = false }: TideLineProps) {
  const text = useMemo(() => tideLine(day, getLocale()), [day])
  if (!isLink) return text
  return (
    <Link to="/tides" className={link}>
      <VisuallyHidden>{m.tides_link()}: </VisuallyHidden>
      {text}
    </Link>
  )
}

// Padding around words takes no room; more of it would put the focus ring under the card. `textLink` would be loaded with the tide table.
const link = css({ paddingBlock: '1', textDecoration: 'underline' })

export function tideLine(day: string, locale: Locale): string {
  const { sunset } = sunOfDay(day)
  const tides = tidesOfDay(day).flatMap(({ time, isHigh }) => {
    const { hour } = villageWall(time)
    if (hour < OUT.from || hour >= OUT.to) return []
    return [(isHigh ? m.tides_high : m.tides_low)({ time: timeText(time, locale) }, { locale })]
  })
  const sun = sunset === undefined ? [] : [m.tides_sunset({ time: timeText(sunset, locale) }, { locale })]
  return [...tides, ...sun].map((part) => part.replaceAll(' ', '\u00A0')).join(' · ')
}
