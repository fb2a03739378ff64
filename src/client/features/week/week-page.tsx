import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '@/client/design-system/button'
import { Skeleton } from '@/client/design-system/skeleton'
import { smallText } from '@/client/design-system/text'
import { NothingAtAddress } from '@/client/shared/layout/not-found-page'
import { useProgramme } from '@/client/shared/programme/programme-queries'
import { Unfetched } from '@/client/shared/offline/unreachable'
import { Freshness } from '@/client/shared/time/saved-age'
import { useNow } from '@/client/shared/time/use-now'
import { usePosterAddress } from '@/client/shared/layout/page-head'
import { cutAtWord } from '@/domain/text/plain-text'
import { dayShown, isOfOneDay } from '@/domain/timetables/recurrence'
import { villageDay, villageMidnight, dayAfter } from '@/domain/time/local-time'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale, type Locale } from '@/messages/compiled/runtime.js'
import { SITE, TIDE_STATION } from '@/site/site'
import { qrDataUrl } from '@/client/shared/programme/qr-code'
import { priceValue, stateLabels } from '@/messages/price-text'
import { tideLine } from '@/client/shared/tides/tide-line'
import { dayNames, shortDateText, timeText } from '@/client/shared/time/event-dates'
import type { PublicEvent } from '@/contract/events/events'
import { isCalledOff } from '@/domain/events/event-state'
import { splitLocationName } from '@/domain/places/place'
import { TIDE_SOURCE } from '@/site/tides'
import { css, cx } from 'styled-system/css'
import { cluster, pageColumn } from 'styled-system/patterns'
import {
  daysToCome,
  weekOf,
  weekQuery,
  readWeekSearch,
  weekFilter,
  rangeText,
  weekTitle,
  type WeekDay,
  type WeekSearch,
} from './week-query'

/** The seven days from today on, or a week of its own: as one prints it, with the way to print it and to the weeks beside it. */
export function WeekPage() {
  const { week } = useParams({ strict: false })
  const search = useSearch({ strict: false, select: readWeekSearch })
  const programme = useProgramme()
  const today = villageDay(useNow())
  const days = daysToCome(week, today) ?? []
  const query = useQuery({ ...weekQuery(programme, days, weekFilter(search)), retryOnMount: false })
  const { data } = query
  const [first] = days
  // The page was open until its week was over.
  if (first === undefined) return <NoSuchWeek />
  if (data === undefined)
    return <Unfetched title={m.week_failed()} query={query} skeleton={<WeekSkeleton />} />
  return (
    <div className={layout}>
      <WeekSheet days={data.data} today={today} locale={search.lang ?? getLocale()}>
        <div className={cx(cluster(), onScreen)} lang={getLocale()}>
          <Button variant="secondary" size="sm" onClick={() => window.print()}>
            {m.week_print()}
          </Button>
          {first === today ? null : (
            <WeekLink week={weekOf(dayAfter(first, -7))} search={search} text={m.week_previous()} />
          )}
          <WeekLink week={weekOf(dayAfter(first, 7))} search={search} text={m.week_next()} />
          <Freshness savedAt={data.savedAt} query={query} />
        </div>
      </WeekSheet>
    </div>
  )
}

function WeekLink({ week, search, text }: { week: string; search: WeekSearch; text: string }) {
  return (
    <ButtonLink to="/week/$week" params={{ week }} search={search} variant="ghost" size="sm">
      {text}
    </ButtonLink>
  )
}

export function NoSuchWeek() {
  return (
    <NothingAtAddress
      title={m.shell_not_found()}
      way={<ButtonLink to="/week">{m.week_title({ village: SITE.village })}</ButtonLink>}
    />
  )
}

export function WeekSkeleton() {
  return (
    <div className={layout} aria-busy aria-label={m.week_loading()}>
      <Skeleton height="3rem" />
      <Skeleton height="20rem" />
    </div>
  )
}

const layout = pageColumn({ gap: '4', _print: { display: 'block' } })
const onScreen = css({ marginTop: '4', _print: { display: 'none' } })

/** A sheet of A4 holds as many at its usual size; more are smaller, and go on to a second sheet. */
const AT_USUAL_SIZE = 45
const TITLE_MAX = 64
const PLACE_MAX = 36

interface WeekSheetProps {
  days: readonly WeekDay[]
  today: string
  locale: Locale
  /** Controls below the heading, on the screen alone. */
  children?: ReactNode
}

/** The week as it hangs on a notice board: facts in columns, a day below the other, the tides with each. */
export function WeekSheet({ days, today, locale, children }: WeekSheetProps) {
  const { address, printed } = usePosterAddress()
  const dates = days.map(({ day }) => day)
  const count = days.reduce((sum, { events }) => sum + events.length, 0)
  return (
    <article lang={locale} className={cx(sheet, count > AT_USUAL_SIZE && small)} data-part="week">
      <header className={head}>
        <div className={grows}>
          <h1 className={title}>{weekTitle(dates, today, locale)}</h1>
          {dates[0] === today ? <p className={smallText}>{rangeText(dates, today, locale)}</p> : null}
        </div>
        <p className={cx(onPaper, scan)}>
          <strong>{printed}</strong>
          <br />
          {m.week_scan({}, { locale })}
        </p>
        <img src={qrDataUrl(address)} alt="" width={88} height={88} className={cx(onPaper, qr)} />
      </header>
      {children}
      {count === 0 ? <p>{m.week_empty({}, { locale })}</p> : null}
      {days.map((day) => (
        <Day key={day.day} {...day} locale={locale} />
      ))}
      {TIDE_STATION ? (
        <p className={cx(dayBox, smallText)}>
          {m.tides_station(
            { ...TIDE_STATION, station: TIDE_STATION.name, km: TIDE_STATION.distanceKm },
            { locale },
          )}{' '}
          {m.tides_data({}, { locale })} {TIDE_SOURCE.name}, {TIDE_SOURCE.licence}.
        </p>
      ) : null}
    </article>
  )
}

function Day({ day, events, locale }: WeekDay & { locale: Locale }) {
  const { weekday, date } = dayNames(day, day, locale)
  return (
    <section className={dayBox}>
      <h2 className={dayHead}>
        <span className={dayName}>{weekday}</span> <span>{date}</span>{' '}
        {TIDE_STATION ? <span className={smallText}>{tideLine(day, locale)}</span> : null}
      </h2>
      <ul>
        {events.map((event) => (
          <Entry key={`${event.id} ${event.start_time}`} event={event} day={day} locale={locale} />
        ))}
      </ul>
    </section>
  )
}

/** `day` is the village day under which it stands. */
function Entry({ event, day, locale }: { event: PublicEvent; day: string; locale: Locale }) {
  const { state, note } = event
  const label = state === undefined || state === 'on' ? undefined : stateLabels(locale)[state]
  const title = <bdi>{cutAtWord(event.title, TITLE_MAX)}</bdi>
  return (
    <li className={entry} data-part="entry">
      <span className={time}>{whenOf(event, day, locale)}</span>
      <span className={facts}>
        <span className={grows}>
          <Link
            to="/events/$id"
            params={{ id: event.id }}
            search={{ date: dayShown(event, villageMidnight(day)) }}
            className={link}
          >
            {isCalledOff(state) ? <s>{title}</s> : <strong>{title}</strong>}
          </Link>
          {[label, note].map((word) => (word === undefined ? null : ` · ${word}`))}
        </span>
        <span className={place}>
          <bdi>{cutAtWord(splitLocationName(event.location_name).displayName, PLACE_MAX)}</bdi>
        </span>
        <span className={price}>{priceValue(event, locale)}</span>
      </span>
    </li>
  )
}

/** '9:00 PM', 'All day', 'until Jan 28', '9:00 PM until Nov 29'; of last night's 'until 2:00 AM'. */
function whenOf(event: PublicEvent, day: string, locale: Locale): string {
  const start = event.is_all_day ? m.events_all_day({}, { locale }) : timeText(event.start_time, locale)
  const isShort = isOfOneDay(event)
  const isEarlier = villageDay(event.start_time) < day
  if (isShort && !isEarlier) return start
  const date = isShort ? timeText(event.end_time, locale) : shortDateText(event.end_time - 1, locale)
  const until = m.week_until({ date }, { locale })
  // The hour of an earlier day is none of this one's.
  return event.is_all_day || isEarlier ? until : `${start} ${until}`
}

const sheet = css({ textStyle: { _print: 'small' } })
const small = css({ _print: { fontSize: 'xs' } })
const head = cluster({ gap: '4' })
const onPaper = css({ display: { base: 'none', _print: 'block' } })
const qr = css({ flexShrink: '0' })
const grows = css({ flex: '[1 1 10rem]', minWidth: '0' })
const title = css({ textStyle: { base: 'title', _print: 'heading' } })
const scan = css({ minWidth: '0', overflowWrap: 'anywhere' })
const dayBox = css({ marginTop: { base: '6', _print: '2' } })
const dayHead = cluster({
  align: 'baseline',
  rowGap: '0',
  paddingTop: { base: '2', _print: '0' },
  borderTop: 'hairline',
  breakAfter: 'avoid',
})
const dayName = css({
  textStyle: { base: 'subheading', _print: 'small' },
  fontWeight: 'bold',
  _firstLetter: { textTransform: 'uppercase' },
})
// The facts go below the time where large text leaves no room beside it.
const entry = css({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '3',
  breakInside: 'avoid',
  paddingBlock: { base: '2', _print: '0' },
})
const link = css({ textDecoration: { base: 'underline', _print: 'none' }, textUnderlineOffset: '2px' })
const time = css({ flex: '[0 0 6.5rem]' })
// Beside the time in columns; on a phone place and price are below the title.
const facts = css({ display: 'flex', flexWrap: 'wrap', columnGap: '3', flex: '[1 1 10rem]', minWidth: '0' })
const price = css({ flex: { base: '[0 1 auto]', md: '[0 0 5.5rem]', _print: '[0 0 5.5rem]' } })
const place = css({
  flex: { base: '[0 1 auto]', md: '[1 1 7rem]', _print: '[1 1 7rem]' },
  minWidth: '0',
  color: 'fg.muted',
})
