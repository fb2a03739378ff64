import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useHydrated, useNavigate } from '@tanstack/react-router'
import { ArrowRightIcon, CalendarIcon, DownloadIcon, PlusIcon, SmartphoneIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { AppleIcon } from '@/client/design-system/icons'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion, WaveEdge } from '@/client/design-system/visually-hidden'
import { smallText, subheadingText, titleText } from '@/client/design-system/text'
import { AgendaRows, dayGroups, type DayGroup } from '@/client/shared/agenda/agenda-rows'
import { siteHead } from '@/client/shared/layout/page-head'
import { onPlainClick } from '@/client/shared/links/web-url'
import { Unfetched } from '@/client/shared/offline/unreachable'
import { EventCardSkeleton } from '@/client/shared/programme/event-card'
import { homeQuery, useProgramme } from '@/client/shared/programme/programme-queries'
import { SearchBox } from '@/client/shared/programme/search-box'
import { useInstall } from '@/client/shared/pwa/install-prompt'
import { browserFacts, isAndroid } from '@/client/shared/pwa/mobile-platform'
import { dayNames } from '@/client/shared/time/event-dates'
import { Freshness } from '@/client/shared/time/saved-age'
import { useNow } from '@/client/shared/time/use-now'
import type { PublicEvent } from '@/contract/events/events'
import { villageDay, dayAfter, weekdayOf } from '@/domain/time/local-time'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { cluster, column, page } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import { Carousel } from './carousel'

/** Home (rules 2.3). */
export const Route = createFileRoute('/')({
  // See /events.
  codeSplitGroupings: [],
  loader: async ({ context: { queryClient, programme } }) => {
    const home = queryClient.fetchQuery(homeQuery(programme))
    if (import.meta.env.SSR) await home
    else home.catch(() => undefined)
  },
  head: siteHead(m.home_title, import.meta.env.SSR && m.home_description),
  component: HomePage,
})

function HomePage() {
  return (
    <>
      <section className={hero}>
        <div className={cx(wide, heroRow)}>
          <div className={column({ flex: '[1 1 20rem]', gap: '1.5', maxWidth: 'text' })}>
            <h1 className={titleText}>{m.home_headline({ village: SITE.village })}</h1>
            <p className={onSeaMuted}>{m.home_intro()}</p>
          </div>
          <AppBadge />
        </div>
        <div className={edge}>
          <WaveEdge />
        </div>
      </section>
      <WhatIsOn />
      <Search />
      <ActionCards />
      <AboutVillage />
    </>
  )
}

/** Apple's badge; Android is offered what it can have, the installed web app. */
function AppBadge() {
  const isHydrated = useHydrated()
  const install = useInstall()
  if (isHydrated && isAndroid(navigator.userAgent)) {
    if (browserFacts().isInstalled) return null
    return (
      <Link to="/download" className={badge} onClick={install && onPlainClick(install)}>
        <DownloadIcon size="1.25rem" />
        <strong>{m.home_install()}</strong>
      </Link>
    )
  }
  return (
    <a href={SITE.appStoreUrl} className={badge} target="_blank" rel="noopener">
      <AppleIcon size="1.25rem" />
      <span>
        {m.home_app_store_over()} <strong>{m.home_app_store()}</strong>
      </span>
    </a>
  )
}

function WhatIsOn() {
  const programme = useProgramme()
  const query = useQuery(homeQuery(programme))
  const { data } = query
  if (data === undefined)
    return (
      <Unfetched
        level={2}
        title={m.events_unreachable()}
        text={m.events_unreachable_text()}
        query={query}
        skeleton={
          <div className={cx(wide, stack)}>
            <LiveRegion>{m.events_loading()}</LiveRegion>
            <Skeleton width="60%" height="2rem" />
            <Skeleton height="12rem" />
            <div className={panel}>
              <EventCardSkeleton />
            </div>
          </div>
        }
      />
    )
  return (
    <div className={cx(wide, stack)}>
      <Events events={data.data.items} />
      <Freshness savedAt={data.savedAt} query={query} />
    </div>
  )
}

/** Rows of both days together, so that the first screen has room for them. */
const ROWS = 5
const ROWS_OF_SECOND_DAY = 2
/** Rules 9. */
const HIGHLIGHTS = 10

/**
 * Chooses from the next events, in the order of the list: `days`, the first two that have something of their own, today first, and
 * `highlights`, the events of the carousel, the weekend first, none of which has a row.
 */
export function homeEvents(events: readonly PublicEvent[], nowSeconds: number) {
  const today = villageDay(nowSeconds)
  const groups = dayGroups(events, { now: nowSeconds })
  const [first, second] = groups.filter(({ own }) => own.length > 0)
  const rowsOfFirst = ROWS - Math.min(second?.own.length ?? 0, ROWS_OF_SECOND_DAY)
  const firstRows = first?.own.slice(0, rowsOfFirst) ?? []
  const secondRows = second?.own.slice(0, ROWS - firstRows.length) ?? []
  const listed = new Set([...firstRows, ...secondRows])
  const saturday = dayAfter(today, 6 - weekdayOf(today))
  const isWeekend = ({ day }: DayGroup) => day > today && (day === saturday || day === dayAfter(saturday, 1))
  const unlisted = (of: readonly DayGroup[]) =>
    of.flatMap(({ own }) => own).filter((event) => !listed.has(event))
  const weekend = unlisted(groups.filter(isWeekend))
  const others = unlisted(groups.filter((group) => !isWeekend(group)))
  return {
    days: [...(first ? [shownDay(first, firstRows)] : []), ...(second ? [shownDay(second, secondRows)] : [])],
    highlights: [...weekend, ...others, ...groups.flatMap(({ alsoOn }) => alsoOn)].slice(0, HIGHLIGHTS),
    hasWeekend: weekend.length > 0,
  }
}

const shownDay = ({ day, own, alsoOn }: DayGroup, shown: readonly PublicEvent[]) => ({
  day,
  shown,
  moreCount: own.length + alsoOn.length - shown.length,
})

function Events({ events }: { events: readonly PublicEvent[] }) {
  const now = useNow()
  const { days, highlights, hasWeekend } = useMemo(() => homeEvents(events, now), [events, now])
  const isOnToday = days[0]?.day === villageDay(now)
  return (
    <>
      {isOnToday ? null : <p>{events.length === 0 ? m.events_none_yet() : m.home_nothing_today()}</p>}
      <div className={columns}>
        {days.map(({ day, shown, moreCount }, index) => (
          <section key={day} className={column({ gap: '2' })}>
            <h2 className={heading}>
              {dayTitle(day, now, index === 0 && !isOnToday)}
              {moreCount > 0 ? <small className={more}>{m.home_more({ n: moreCount })}</small> : null}
            </h2>
            <AgendaRows events={shown} now={now} firstCount={ROWS} isPlain />
          </section>
        ))}
      </div>
      <p>
        <ButtonLink to="/events">{m.home_see_local_events()}</ButtonLink>
      </p>
      {highlights.length > 0 ? (
        <aside className={panel}>
          <h2 className={heading}>{hasWeekend ? m.home_highlights() : m.home_featured()}</h2>
          <Carousel events={highlights} now={now} />
        </aside>
      ) : null}
    </>
  )
}

function dayTitle(day: string, now: number, isNext: boolean): string {
  const today = villageDay(now)
  if (day === today) return m.home_now()
  const { weekday, date } = dayNames(day, today, getLocale())
  const name = day === dayAfter(today, 1) ? m.events_tomorrow() : `${weekday}, ${date}`
  return isNext ? m.home_next_day({ day: name }) : name
}

function Search() {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  return (
    <div className={wide}>
      <div className={search}>
        <SearchBox
          typed={typed}
          onType={setTyped}
          onSubmit={() => void navigate({ to: '/events', search: { q: typed } })}
        />
      </div>
    </div>
  )
}

const WAYS_ON = [
  { to: '/events', Icon: CalendarIcon, title: m.home_action_events, text: m.home_action_events_text },
  { to: '/download', Icon: SmartphoneIcon, title: m.home_action_download, text: m.home_action_download_text },
  { to: '/add-event', Icon: PlusIcon, title: m.home_action_add, text: m.home_action_add_text },
] as const

function ActionCards() {
  return (
    <section className={cx(wide, ways)} aria-label={m.home_actions()}>
      {WAYS_ON.map(({ to, Icon, title: name, text }) => (
        <Link key={to} to={to} className={cx(card({ interactive: true, pad: true }), way)}>
          <span className={mark}>
            <Icon />
          </span>
          <h2 className={subheadingText}>{name()}</h2>
          <p className={smallText}>{text()}</p>
          <ArrowRightIcon size="1.25rem" />
        </Link>
      ))}
    </section>
  )
}

const TOPICS = [
  [m.home_about_surf, m.home_about_surf_text],
  [m.home_about_music, m.home_about_music_text],
  [m.home_about_markets, m.home_about_markets_text],
] as const

/** 'About' the village (rules 1, 2.3). */
function AboutVillage() {
  return (
    <section className={sand}>
      <div className={cx(wide, column({ gap: '4' }))}>
        <h2 className={titleText}>{m.home_about({ village: SITE.village })}</h2>
        <p className={lead}>{m.home_about_lead()}</p>
        <ul className={topicList}>
          {TOPICS.map(([name, text]) => (
            <li key={name()} className={topic}>
              <h3 className={subheadingText}>{name()}</h3>
              <p>{text()}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const wide = page()
const heading = css({ textStyle: 'heading', _firstLetter: { textTransform: 'uppercase' } })
const lead = css({ textStyle: 'lead', maxWidth: 'text' })

const hero = css({ bg: 'bg.sea', color: 'fg.onSea', overflow: 'hidden' })
const heroRow = cluster({ justify: 'space-between', columnGap: '8', rowGap: '3', paddingTop: '4' })
const onSeaMuted = css({ color: 'fg.onSeaMuted' })
const edge = css({ color: 'bg.page', marginBottom: '[-1px]' })
const badge = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'target',
  paddingInline: '4',
  borderRadius: 'full',
  border: '[1px solid {colors.fg.onSeaMuted}]',
  fontSize: 'sm',
  lineHeight: 'snug',
  '& strong': { fontSize: 'md' },
  '& svg': { flexShrink: '0' },
  _hover: { bg: 'fg.onSea', color: 'bg.sea' },
})

const stack = column({ gap: '5', paddingTop: '3' })
const columns = column({
  gap: '6',
  alignItems: 'start',
  md: { gridTemplateColumns: '[repeat(2, minmax(0, 1fr))]' },
})
const more = css({
  marginLeft: '2',
  fontFamily: 'body',
  fontWeight: 'normal',
  fontSize: 'sm',
  color: 'fg.muted',
})
// The sea is a panel: the carousel's controls stand on it.
const panel = column({
  marginTop: { base: '3', md: '6' },
  padding: { base: '4', md: '6' },
  borderRadius: 'xl',
  bg: 'bg.sea',
  color: 'fg.onSea',
})
const search = css({ paddingTop: '8', maxWidth: 'text' })

const ways = column({
  gap: '5',
  lg: { gridTemplateColumns: '[repeat(3, minmax(0, 1fr))]' },
  paddingTop: '8',
  paddingBottom: 'section',
})
const way = css({
  display: 'grid',
  gridTemplateColumns: '[auto minmax(0, 1fr) auto]',
  columnGap: '4',
  rowGap: '1',
  alignItems: 'center',
  '& > svg': { gridColumn: '3', gridRow: '[1 / span 2]', color: 'fg.muted' },
})
const mark = css({
  gridRow: '[1 / span 2]',
  display: 'grid',
  placeItems: 'center',
  width: '14',
  height: '14',
  borderRadius: 'full',
  bg: 'sea.subtle',
  color: 'sea.fg',
})

const sand = css({ bg: 'bg.sand', paddingBlock: 'section' })
const topicList = column({
  gap: '6',
  md: { gridTemplateColumns: '[repeat(3, minmax(0, 1fr))]' },
  marginTop: '4',
})
const topic = column({
  alignContent: 'start',
  gap: '1',
  borderLeft: '[3px solid {colors.accent}]',
  paddingLeft: '4',
})
