import { useMemo } from 'react'
import { dayNames, timeText } from '@/client/shared/time/event-dates'
import { useNow } from '@/client/shared/time/use-now'
import { dayAfter } from '@/client/shared/time/village-days'
import { villageDay } from '@/domain/time/local-time'
import { sunOfDay, tidesOfDay } from '@/domain/tides/tide-table'
import type { SunTimes, Tide } from '@/domain/tides/tide-table'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE, TIDE_STATION } from '@/site/site'
import { TIDE_SOURCE } from '@/site/tides'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'
import { TideCurve } from './tide-curve'

const NEXT_DAYS = 7

/** The tide table of today and the next seven days, reckoned on the device: it needs no network, ever. */
export function TidesPage() {
  const now = useNow()
  const today = villageDay(now)
  const days = useMemo(() => Array.from({ length: NEXT_DAYS }, (_, n) => dayAfter(today, n + 1)), [today])
  return (
    <div className={cx(page(), layout)}>
      <h1 className={title}>{m.tides_title({ village: SITE.village })}</h1>
      <section className={cx(card({ pad: true }), day, narrow)}>
        <h2 className={heading}>{m.tides_today()}</h2>
        <DayTable day={today} now={now} />
      </section>
      <section className={day}>
        <h2 className={heading}>{m.tides_next_days()}</h2>
        <ul className={list}>
          {days.map((one) => (
            <li key={one} className={cx(card({ pad: true }), day)}>
              <DayHeading day={one} today={today} />
              <DayTable day={one} />
            </li>
          ))}
        </ul>
      </section>
      <SmallPrint />
    </div>
  )
}

/** The weekday above the date: the curves beside one another begin at the same height, however long their names are. */
function DayHeading({ day: shown, today }: { day: string; today: string }) {
  const { weekday, date } = dayNames(shown, today, getLocale())
  return (
    <h3 className={name}>
      {weekday}
      <span className={cx(muted, below)}> {date}</span>
    </h3>
  )
}

interface DayTableProps {
  /** Village day `YYYY-MM-DD`. */
  day: string
  /** The time that is marked in the curve, in epoch seconds. */
  now?: number
}

function DayTable({ day: shown, now }: DayTableProps) {
  const { tides, sun } = useMemo(() => ({ tides: tidesOfDay(shown), sun: sunOfDay(shown) }), [shown])
  return (
    <>
      <TideCurve day={shown} {...{ tides, sun, now }} />
      <ul className={times}>
        {tides.map((tide) => (
          <TideItem key={tide.time} tide={tide} />
        ))}
      </ul>
      <Sun sun={sun} />
    </>
  )
}

function TideItem({ tide: { time, height, isHigh } }: { tide: Tide }) {
  const locale = getLocale()
  const metres = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <li className={tideBox}>
      <span className={muted}>{isHigh ? m.tides_high_water() : m.tides_low_water()}</span>
      <strong className={clock}>{timeText(time, locale)}</strong>
      <span className={muted}>{m.tides_metres({ metres: metres.format(height) })}</span>
    </li>
  )
}

function Sun({ sun: { sunrise, sunset } }: { sun: SunTimes }) {
  const locale = getLocale()
  const parts = [
    ...(sunrise === undefined ? [] : [m.tides_sunrise({ time: timeText(sunrise, locale) })]),
    ...(sunset === undefined ? [] : [m.tides_sunset({ time: timeText(sunset, locale) })]),
  ]
  if (parts.length === 0) return null
  return <p className={muted}>{parts.join(' · ')}</p>
}

/** Names the source of the numbers, and says that they are not for navigation. */
function SmallPrint() {
  if (TIDE_STATION === undefined) return null
  const { name: station, distanceKm: km, direction } = TIDE_STATION
  return (
    <p className={muted}>
      {m.tides_station({ station, km, direction })} {m.tides_heights()} {m.tides_data()}{' '}
      <a className={textLink()} href={TIDE_SOURCE.address} target="_blank" rel="noopener">
        {TIDE_SOURCE.name}
      </a>
      ,{' '}
      <a className={textLink()} href={TIDE_SOURCE.licenceAddress} target="_blank" rel="noopener license">
        {TIDE_SOURCE.licence}
      </a>
      .
    </p>
  )
}

const layout = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '6',
  paddingBlock: { base: '6', md: '12' },
})
const title = css({ textStyle: 'title' })
const heading = css({ textStyle: 'subheading' })
const name = css({ fontWeight: 'medium', _firstLetter: { textTransform: 'uppercase' } })
const day = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '3', alignContent: 'start' })
const narrow = css({ maxWidth: 'text' })
const list = css({
  display: 'grid',
  gap: '6',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(100%, 15.5rem), 1fr))]',
})
const times = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(auto-fit, minmax(6.5rem, 1fr))]',
  gap: '2',
})
const tideBox = css({ display: 'grid' })
const clock = css({ fontWeight: 'medium' })
const below = css({ display: 'block' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
