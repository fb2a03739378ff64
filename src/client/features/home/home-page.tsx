import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AppleIcon } from '@/client/design-system/icons/brand-icons'
import { WaveEdge } from '@/client/design-system/wave-edge'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { SearchBox } from '@/client/shared/programme/search-box'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { AboutVillage } from './about-village'
import { ActionCards } from './action-cards'
import { HomeProgramme } from './home-programme'

/** A short head, what is on, three ways on, and the village (rules 2.3). */
export function HomePage() {
  return (
    <>
      <section className={hero}>
        <div className={cx(page({ width: 'wide' }), columns)}>
          <div className={text}>
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
      <AppleIcon size={20} />
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

const text = css({ display: 'grid', gap: '1.5', maxWidth: 'text' })
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

/** Leads to the list, which shows what is found. */
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
