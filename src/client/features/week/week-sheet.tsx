import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { qrDataUrl } from '@/client/shared/programme/qr-code'
import { priceValue } from '@/messages/price-text'
import { tideLine } from '@/client/shared/tides/tide-line'
import { dayNames, isOfOneDay, lastMoment, shortDateText, timeText } from '@/client/shared/time/event-dates'
import type { PublicEvent } from '@/contract/events/events'
import { isOff } from '@/domain/events/event-state'
import { splitLocationName } from '@/domain/places/location-name'
import { villageDay } from '@/domain/time/local-time'
import { stateLabels } from '@/messages/calendar-labels'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE, TIDE_STATION } from '@/site/site'
import { TIDE_SOURCE } from '@/site/tides'
import { css, cx } from 'styled-system/css'
import type { WeekDay } from './week-query'
import { truncateAtWord } from './truncate-at-word'
import { rangeText, weekTitle } from './week-title'

/** A sheet of A4 holds as many at its usual size; more are smaller, and go on to a second sheet. */
const AT_USUAL_SIZE = 45
const TITLE_MAX = 64
const PLACE_MAX = 36
/** The address is the one of posters: it leads each phone to the right place. */
const ADDRESS = `${SITE.publicOrigin}/app`

interface WeekSheetProps {
  days: readonly WeekDay[]
  /** A village day. */
  today: string
  locale: Locale
  /** Controls below the heading, on the screen alone. */
  children?: ReactNode
}

/** The week as it hangs on a notice board: facts in columns, a day below the other, the tides with each. */
export function WeekSheet({ days, today, locale, children }: WeekSheetProps) {
  const dates = days.map(({ day }) => day)
  const count = days.reduce((sum, { events }) => sum + events.length, 0)
  return (
    <article lang={locale} className={cx(sheet, count > AT_USUAL_SIZE && small)} data-part="week">
      <header className={head}>
        <div className={grows}>
          <h1 className={title}>{weekTitle(dates, today, locale)}</h1>
          {dates[0] === today ? <p>{rangeText(dates, locale)}</p> : null}
        </div>
        <p className={scan}>
          <strong>{ADDRESS.replace(/^https?:\/\//, '')}</strong>
          <br />
          {m.week_scan({}, { locale })}
        </p>
        <img src={qrDataUrl(ADDRESS)} alt="" width={88} height={88} className={qr} />
      </header>
      {children}
      {count === 0 ? <p>{m.week_empty({}, { locale })}</p> : null}
      {days.map((day) => (
        <Day key={day.day} {...day} locale={locale} />
      ))}
      <TideSmallPrint locale={locale} />
    </article>
  )
}

/** Names the source of the sheet's tides, in one line at its foot. */
function TideSmallPrint({ locale }: { locale: Locale }) {
  if (TIDE_STATION === undefined) return null
  const { name: station, distanceKm: km, direction } = TIDE_STATION
  return (
    <p className={cx(dayBox, muted)}>
      {m.tides_station({ station, km, direction }, { locale })} {m.tides_data({}, { locale })}{' '}
      {TIDE_SOURCE.name}, {TIDE_SOURCE.licence}.
    </p>
  )
}

function Day({ day, events, locale }: WeekDay & { locale: Locale }) {
  const { weekday, date } = dayNames(day, day, locale)
  return (
    <section className={dayBox}>
      <h2 className={dayHead}>
        <span className={dayName}>{weekday}</span> <span>{date}</span>
        {TIDE_STATION ? (
          <span className={muted}>
            {'\u00a0'}· {tideLine(day, locale)}
          </span>
        ) : null}
      </h2>
      <ul>
        {events.map((event) => (
          <Entry key={`${event.id} ${event.start_time}`} event={event} day={day} locale={locale} />
        ))}
      </ul>
    </section>
  )
}

interface EntryProps {
  event: PublicEvent
  /** The village day under which it stands. */
  day: string
  locale: Locale
}

function Entry({ event, day, locale }: EntryProps) {
  const { state, note } = event
  const label = state === undefined || state === 'on' ? undefined : stateLabels(locale)[state]
  const shownTitle = truncateAtWord(event.title, TITLE_MAX)
  return (
    <li className={entry} data-part="entry">
      <span className={time}>{whenOf(event, day, locale)}</span>
      <span className={facts}>
        <span className={grows}>
          <Link to="/events/$id" params={{ id: event.id }} search={{ date: day }} className={link}>
            {isOff(state) ? <s>{shownTitle}</s> : <strong>{shownTitle}</strong>}
          </Link>
          {[label, note].map((word) => (word === undefined ? null : ` · ${word}`))}
        </span>
        <span className={place}>
          {truncateAtWord(splitLocationName(event.location_name).displayName, PLACE_MAX)}
        </span>
        <span className={price}>{priceValue(event, locale)}</span>
      </span>
    </li>
  )
}

/** '9:00 PM', 'All day', 'until Jan 28', '9:00 PM until Nov 29'. */
function whenOf(event: PublicEvent, day: string, locale: Locale): string {
  const start = event.is_all_day ? m.events_all_day({}, { locale }) : timeText(event.start_time, locale)
  if (isOfOneDay(event)) return start
  const until = m.week_until({ date: shortDateText(lastMoment(event), locale) }, { locale })
  // The hour of an earlier day is none of this one's.
  return event.is_all_day || villageDay(event.start_time) < day ? until : `${start} ${until}`
}

const sheet = css({ textStyle: 'small' })
const small = css({ fontSize: 'xs' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  alignItems: 'center',
})
const qr = css({ flexShrink: '0' })
const grows = css({ flex: '[1 1 10rem]', minWidth: '0' })
const title = css({ textStyle: 'heading' })
const scan = css({ minWidth: '0', overflowWrap: 'anywhere' })
const dayBox = css({ marginTop: { base: '4', _print: '2' } })
const dayHead = css({
  borderTop: 'hairline',
  breakAfter: 'avoid',
  _firstLetter: { textTransform: 'uppercase' },
})
const dayName = css({ fontWeight: 'bold' })
const muted = css({ color: 'fg.muted' })
// The facts go below the time where large text leaves no room beside it.
const entry = css({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '3',
  breakInside: 'avoid',
  paddingBlock: { base: '1', _print: '0' },
})
const link = css({ textDecoration: { base: 'underline', _print: 'none' } })
const time = css({ flex: '[0 0 6.5rem]' })
// Beside the time in columns; on a phone place and price are below the title.
const facts = css({ display: 'flex', flexWrap: 'wrap', columnGap: '3', flex: '[1 1 10rem]', minWidth: '0' })
const price = css({ flex: '[0 0 5.5rem]' })
const place = css({ flex: '[1 1 7rem]', minWidth: '0', color: 'fg.muted' })
