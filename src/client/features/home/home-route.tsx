import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import { homeQuery } from '@/client/shared/programme/programme-queries'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { ArrowRightIcon, CalendarIcon, DownloadIcon, SmartphoneIcon, PlusIcon } from 'lucide-react'
import { AppleIcon } from '@/client/design-system/icons'
import { WaveEdge } from '@/client/design-system/visually-hidden'
import { SearchBox } from '@/client/shared/programme/search-box'
import { useInstall } from '@/client/shared/pwa/install-prompt'
import { Button } from '@/client/design-system/button'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'
import { HomeProgramme } from './home-programme'

/** A short head, what is on, three ways on, and the village (rules 2.3). */
function HomePage() {
  return (
    <>
      <section className={hero}>
        <div className={cx(page({ width: 'wide' }), columns)}>
          <div className={homePageText}>
            <h1 className={headline}>{m.home_headline({ village: SITE.village })}</h1>
            <p className={intro}>{m.home_intro()}</p>
          </div>
          <AppStoreBadge />
        </div>
        <div className={edge}>
          <WaveEdge />
        </div>
      </section>
      <div className={cx(page({ width: 'wide' }), all)}>
        <HomeSearch />
      </div>
      <HomeProgramme />
      <p className={cx(page({ width: 'wide' }), all)}>
        <Link to="/events" className={button({ size: 'lg' })}>
          {m.home_see_local_events()}
        </Link>
      </p>
      <ActionCards />
      <AboutVillage />
    </>
  )
}

function AppStoreBadge() {
  return (
    <a href={SITE.appStoreUrl} className={badge} target="_blank" rel="noopener">
      <AppleIcon size="1.25rem" />
      <span>
        <span className={badgeOver}>{m.home_app_store_over()} </span>
        <span className={badgeName}>{m.home_app_store()}</span>
      </span>
    </a>
  )
}

const hero = css({ bg: 'bg.sea', color: 'fg.onSea', overflow: 'hidden' })
const edge = css({ color: 'bg.page', marginBottom: '[-1px]' })

const columns = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: '8',
  rowGap: '3',
  paddingTop: '4',
  paddingBottom: '2',
})

const homePageText = css({ display: 'grid', gap: '1.5', maxWidth: 'text' })
const headline = css({ textStyle: 'title' })
const intro = css({ color: 'fg.onSeaMuted' })
const all = css({ paddingTop: '6' })

const badge = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'target',
  paddingInline: '4',
  borderRadius: 'full',
  border: '[1px solid {colors.fg.onSeaMuted}]',
  lineHeight: 'snug',
  transition: '[background-color 120ms, color 120ms]',
  _hover: { bg: 'fg.onSea', color: 'bg.sea' },
})

const badgeOver = css({ fontSize: 'sm' })
const badgeName = css({ fontWeight: 'bold' })

function HomeSearch() {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  return (
    <SearchBox
      typed={typed}
      onType={setTyped}
      onSubmit={() => void navigate({ to: '/events', search: { q: typed } })}
    />
  )
}

/** 'About' the village (rules 1, 2.3). */
function AboutVillage() {
  const topics = [
    { title: m.home_about_surf(), text: m.home_about_surf_text() },
    { title: m.home_about_music(), text: m.home_about_music_text() },
    { title: m.home_about_markets(), text: m.home_about_markets_text() },
  ]
  return (
    <section className={sand}>
      <div className={cx(page({ width: 'wide' }), aboutVillageColumns)}>
        <div className={lead}>
          <h2 className={heading}>{m.home_about({ village: SITE.village })}</h2>
          <p className={leadText}>{m.home_about_lead()}</p>
        </div>
        <ul className={list}>
          {topics.map(({ title, text }) => (
            <li key={title} className={topic}>
              <h3 className={topicTitle}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const sand = css({ bg: 'bg.sand', paddingBlock: 'section' })

const aboutVillageColumns = css({
  display: 'grid',
  gap: '10',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[minmax(0, 2fr) minmax(0, 3fr)]' },
})

const lead = css({ display: 'grid', gap: '4', alignContent: 'start' })
const heading = css({ textStyle: 'title' })
const leadText = css({ textStyle: 'lead' })
const list = css({ display: 'grid', gap: '6' })
const topic = css({ display: 'grid', gap: '1', borderLeft: '[3px solid {colors.accent}]', paddingLeft: '5' })
const topicTitle = css({ textStyle: 'subheading' })

const WAYS_ON = [
  { to: '/events', Icon: CalendarIcon, title: m.home_action_events, text: m.home_action_events_text },
  { to: '/download', Icon: SmartphoneIcon, title: m.home_action_download, text: m.home_action_download_text },
  { to: '/add-event', Icon: PlusIcon, title: m.home_action_add, text: m.home_action_add_text },
] as const

/** Three ways on (rules 2.3). */
function ActionCards() {
  return (
    <section className={cx(page({ width: 'wide' }), row)} aria-label={m.home_actions()}>
      {WAYS_ON.map(({ to, Icon, title, text }) => (
        <Link key={to} to={to} className={cx(card({ interactive: true, pad: true }), action)}>
          <span className={mark}>
            <Icon size="1.75rem" />
          </span>
          <h2 className={topicTitle}>{title()}</h2>
          <p className={small}>{text()}</p>
          <ArrowRightIcon size="1.25rem" />
        </Link>
      ))}
      <Install />
    </section>
  )
}

/**
 * Offers the installation quietly where the browser does, and nothing elsewhere. It stands in the room below the cards:
 * the offer comes late and moves nothing.
 */
function Install() {
  const install = useInstall()
  if (!install) return null
  return (
    <Button variant="ghost" size="sm" className={installButton} onClick={install}>
      <DownloadIcon size="1.25rem" />
      {m.home_install()}
    </Button>
  )
}

const row = css({
  position: 'relative',
  display: 'grid',
  gap: '5',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[repeat(3, minmax(0, 1fr))]' },
  paddingBlock: 'section',
})

const action = css({
  display: 'grid',
  gridTemplateColumns: '[auto minmax(0, 1fr) auto]',
  columnGap: '4',
  rowGap: '1',
  alignItems: 'center',
  '& > svg': { gridColumn: '3', gridRow: '[1 / span 2]', color: 'fg.muted' },
})

const installButton = css({ position: 'absolute', insetInline: 'gutter', bottom: '0' })

const mark = css({
  gridRow: '[1 / span 2]',
  display: 'grid',
  placeItems: 'center',
  width: '14',
  height: '14',
  borderRadius: 'full',
  bg: 'accent.subtle',
  color: 'accent.fg',
})

const small = css({ textStyle: 'small', color: 'fg.muted' })

/** Home (rules 2.3). */
export const Route = createFileRoute('/')({
  // See /events.
  codeSplitGroupings: [],
  loader: async ({ context: { queryClient, programme } }) => {
    const home = queryClient.fetchQuery(homeQuery(programme))
    if (import.meta.env.SSR) await home
    else home.catch(() => undefined)
  },
  head: ({ match }) =>
    pageHead({
      title: m.home_title({ village: SITE.village }),
      description: import.meta.env.SSR ? m.home_description({ village: SITE.village }) : undefined,
      path: '/',
      origin: originOf(match.context),
    }),
  component: HomePage,
})
