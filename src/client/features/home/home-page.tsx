import { Link } from '@tanstack/react-router'
import { AppleIcon } from '@/client/design-system/icons/brand-icons'
import { WaveEdge } from '@/client/design-system/wave-edge'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import { css, cx } from 'styled-system/css'
import { cluster, page } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { AboutVillage } from './about-village'
import { ActionCards } from './action-cards'
import { FeaturedEvents } from './featured-events'

/** Hero with the featured events, three ways on, and the village (spec 2.3). */
export function HomePage() {
  return (
    <>
      <section className={hero}>
        <div className={cx(page({ width: 'wide' }), columns)}>
          <div className={text}>
            <p className={eyebrow}>{m.home_eyebrow({ village: SITE.village })}</p>
            <h1 className={headline}>{m.home_headline({ village: SITE.village })}</h1>
            <p className={intro}>{m.home_intro()}</p>
            <div className={cluster({ gap: '3' })}>
              <Link to="/events" className={button({ size: 'lg' })}>
                {m.home_see_local_events()}
              </Link>
              <AppStoreBadge />
            </div>
          </div>
          <FeaturedEvents />
        </div>
        <div className={edge}>
          <WaveEdge />
        </div>
      </section>
      <ActionCards />
      <AboutVillage />
    </>
  )
}

function AppStoreBadge() {
  return (
    <a href={SITE.appStoreUrl} className={badge} target="_blank" rel="noopener">
      <AppleIcon size={28} />
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
  display: 'grid',
  alignItems: 'center',
  columnGap: { base: '8', lg: '12' },
  rowGap: '10',
  gridTemplateColumns: {
    base: '[minmax(0, 1fr)]',
    md: '[minmax(0, 1fr) minmax(0, 22rem)]',
    lg: '[minmax(0, 1fr) minmax(0, 28rem)]',
  },
  paddingTop: { base: '10', md: '16' },
  paddingBottom: '8',
})

const text = css({ display: 'grid', gap: '5', justifyItems: 'start', maxWidth: 'text' })
const eyebrow = css({ textStyle: 'overline', color: 'accent.onSea' })
const headline = css({ textStyle: 'display' })
const intro = css({ textStyle: 'lead', color: 'fg.onSeaMuted', maxWidth: '[34rem]' })

const badge = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '14',
  paddingInline: '5',
  borderRadius: 'full',
  border: '[1px solid {colors.fg.onSeaMuted}]',
  lineHeight: 'snug',
  transition: '[background-color 120ms, color 120ms]',
  _hover: { bg: 'fg.onSea', color: 'bg.sea' },
})

const badgeOver = css({ display: 'block', fontSize: 'xs' })
const badgeName = css({ display: 'block', fontWeight: 'bold', fontSize: 'lg' })
