import { createFileRoute, redirect } from '@tanstack/react-router'
import { memo } from 'react'
import { siteHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE, TIDE_STATION } from '@/site/site'
import { dayNames, timeText } from '@/client/shared/time/event-dates'
import { useNow } from '@/client/shared/time/use-now'
import { villageDay, villageMidnight, dayAfter } from '@/domain/time/local-time'
import { sunOfDay, tidesOfDay, waterLevels, type SunTimes, type Tide } from '@/domain/tides/tide-table'
import { getLocale } from '@/messages/compiled/runtime.js'
import { TIDE_SOURCE } from '@/site/tides'
import { css, cx } from 'styled-system/css'
import { column, pageColumn } from 'styled-system/patterns'
import { smallText, subheadingText, titleText } from '@/client/design-system/text'
import { card, textLink } from 'styled-system/recipes'

const NEXT_DAYS = 7

/** The tide table of today and the next seven days, reckoned on the device: it needs no network, ever. */
function TidesPage() {
  const now = useNow()
  const locale = getLocale()
  const today = villageDay(now)
  const days = Array.from({ length: NEXT_DAYS }, (_, n) => dayAfter(today, n + 1))
  return (
    <div className={pageColumn()}>
      <h1 className={titleText}>{m.tides_title({ village: SITE.village })}</h1>
      <section className={cx(card({ pad: true }), column({ maxWidth: 'text' }))}>
        <h2 className={subheadingText}>{m.tides_today()}</h2>
        <DayTable day={today} now={now} />
      </section>
      <section className={dayBox}>
        <h2 className={subheadingText}>{m.tides_next_days()}</h2>
        <ul className={list}>
          {days.map((one) => (
            <li key={one} className={cx(card({ pad: true }), dayBox)}>
              <h3 className={name}>
                {dayNames(one, today, locale).weekday}
                {/* Below it: the curves beside one another begin at the same height, however long their names are. */}
                <span className={cx(smallText, below)}> {dayNames(one, today, locale).date}</span>
              </h3>
              <DayTable day={one} />
            </li>
          ))}
        </ul>
      </section>
      <SmallPrint />
    </div>
  )
}

/** `now`: the time that is marked in the curve where the day has it, in epoch seconds. */
const DayTable = memo(function DayTable({ day, now }: { day: string; now?: number }) {
  const [tides, sun] = [tidesOfDay(day), sunOfDay(day)]
  const locale = getLocale()
  const metres = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <>
      <TideCurve {...{ day, tides, sun, now }} />
      <ul className={times}>
        {tides.map(({ time, height, isHigh }) => (
          <li key={time} className={tideBox}>
            <span className={smallText}>{isHigh ? m.tides_high_water() : m.tides_low_water()}</span>
            <strong className={clock}>{timeText(time, locale)}</strong>
            <span className={smallText}>{m.tides_metres({ metres: metres.format(height) })}</span>
          </li>
        ))}
      </ul>
      <p className={smallText}>{sunText(sun)}</p>
    </>
  )
})

function sunText({ sunrise, sunset }: SunTimes): string {
  const locale = getLocale()
  const parts = [
    sunrise && m.tides_sunrise({ time: timeText(sunrise, locale) }),
    sunset && m.tides_sunset({ time: timeText(sunset, locale) }),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Names the source of the numbers, and says that they are not for navigation. */
function SmallPrint() {
  if (TIDE_STATION === undefined) return null
  const { name: station, distanceKm: km, direction } = TIDE_STATION
  return (
    <p className={smallText}>
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

const name = css({ fontWeight: 'medium', _firstLetter: { textTransform: 'uppercase' } })
const dayBox = column({ alignContent: 'start' })
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

/** The drawing's own units: a day is as wide, and the highest tide of all as high. */
const WIDTH = 288
const HEIGHT = 64
const TOP_METRES = 4
/** Below the lowest water. */
const MARGIN = 6
const STEP_SECONDS = 1800

interface TideCurveProps {
  day: string
  tides: readonly Tide[]
  sun: SunTimes
  now: number | undefined
}

/** The water's height through a day, the night shaded. A picture of the times below it, which say it all. */
function TideCurve({ day, tides, sun, now }: TideCurveProps) {
  const from = villageMidnight(day)
  const to = villageMidnight(day, 1)
  const x = (time: number) => round(((time - from) / (to - from)) * WIDTH)
  const y = (height: number) => round(HEIGHT - (height / TOP_METRES) * HEIGHT)
  const line = waterLevels(day, STEP_SECONDS)
    .map(({ time, height }) => `${x(time)} ${y(height)}`)
    .join('L')
  const [sunrise, sunset] = [sun.sunrise ?? from, sun.sunset ?? to]
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + MARGIN}`} className={frame} aria-hidden>
      <g fill="currentColor" fillOpacity={0.08}>
        <rect width={x(sunrise)} height={HEIGHT + MARGIN} />
        <rect x={x(sunset)} width={round(WIDTH - x(sunset))} height={HEIGHT + MARGIN} />
      </g>
      <path d={`M${line}V${HEIGHT + MARGIN}H0Z`} fill="currentColor" fillOpacity={0.16} />
      <path d={`M${line}`} fill="none" stroke="currentColor" strokeWidth={2} />
      {tides.map(({ time, height }) => (
        <circle key={time} cx={x(time)} cy={y(height)} r={3} fill="currentColor" />
      ))}
      {now !== undefined && from <= now && now < to ? (
        <path
          d={`M${x(now)} 0V${HEIGHT + MARGIN}`}
          stroke="currentColor"
          strokeWidth={1.5}
          strokeDasharray="3 3"
        />
      ) : null}
    </svg>
  )
}

/** A tenth of a unit is nothing that an eye sees, and the same in the server's and in the browser's arithmetic. */
function round(value: number): number {
  return Math.round(value * 10) / 10
}

const frame = css({ width: 'full', color: 'link' })

/** Tides and sun (rules 2.13). */
export const Route = createFileRoute('/tides')({
  loader: () => {
    if (TIDE_STATION === undefined) throw redirect({ to: '/', replace: true })
  },
  head: siteHead(m.tides_title, import.meta.env.SSR && m.tides_description),
  component: TidesPage,
})
