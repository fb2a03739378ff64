import { createFileRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { CalendarIcon, MapPinIcon, UsersIcon } from 'lucide-react'
import { AndroidIcon, AppleIcon } from '@/client/design-system/icons'
import { Badge } from '@/client/design-system/badge'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'

/** App download (rules 2.8): iOS available, Android coming soon, three cards on what one gets. */
function DownloadPage() {
  return (
    <div className={cx(page(), frame)}>
      <header className={head}>
        <h1 className={title}>{m.download_title()}</h1>
        <p className={muted}>{m.download_lead({ village: SITE.village })}</p>
      </header>
      <div className={stores}>
        <section className={cx(card({ pad: true }), store)}>
          <h2 className={storeName}>
            <AppleIcon size="2rem" />
            {m.download_ios_name()}
          </h2>
          <Badge tone="success">{m.download_ios_state()}</Badge>
          <a href={SITE.appStoreUrl} rel="noopener" className={button()}>
            {m.download_ios()}
          </a>
          <p className={muted}>{m.download_ios_text()}</p>
        </section>
        <section className={cx(card({ pad: true }), store)}>
          <h2 className={storeName}>
            <AndroidIcon size="2rem" />
            {m.download_android_name()}
          </h2>
          <Badge tone="warning">{m.download_android_state()}</Badge>
          <p className={muted}>{m.download_android_text()}</p>
        </section>
      </div>
      <section className={features}>
        <h2 className={heading}>{m.download_features_title()}</h2>
        <ul className={cards}>
          <Feature
            icon={<CalendarIcon size="1.5rem" />}
            name={m.download_feature_events()}
            text={m.download_feature_events_text()}
          />
          <Feature
            icon={<MapPinIcon size="1.5rem" />}
            name={m.download_feature_places()}
            text={m.download_feature_places_text()}
          />
          <Feature
            icon={<UsersIcon size="1.5rem" />}
            name={m.download_feature_community()}
            text={m.download_feature_community_text()}
          />
        </ul>
      </section>
    </div>
  )
}

function Feature({ icon, name, text }: { icon: ReactNode; name: string; text: string }) {
  return (
    <li className={feature}>
      <span className={disc}>{icon}</span>
      <div>
        <h3 className={featureName}>{name}</h3>
        <p className={muted}>{text}</p>
      </div>
    </li>
  )
}

const frame = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '8',
  overflowWrap: 'anywhere',
  paddingBlock: { base: '6', md: '10' },
})
const head = css({ display: 'grid', gap: '2' })
const title = css({ textStyle: 'title' })
const heading = css({ textStyle: 'subheading' })
const muted = css({ color: 'fg.muted' })
const stores = css({ display: 'grid', gap: '5', gridTemplateColumns: { md: '[1fr 1fr]' } })
const store = css({ display: 'grid', gap: '4', justifyItems: 'start', alignContent: 'start' })
const storeName = css({ display: 'flex', gap: '3', alignItems: 'center', textStyle: 'subheading' })
const features = css({ display: 'grid', gap: '5' })
const cards = css({ display: 'grid', gap: '6', gridTemplateColumns: { md: '[repeat(3, 1fr)]' } })
const feature = css({ display: 'flex', gap: '3' })
const featureName = css({ fontWeight: 'bold' })
const disc = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: 'target',
  height: 'target',
  borderRadius: 'full',
  bg: 'sea.subtle',
  color: 'sea.fg',
})

export const Route = createFileRoute('/download')({
  head: ({ match }) =>
    pageHead({
      title: m.download_title(),
      description: import.meta.env.SSR ? m.download_page_description({ site: SITE.name }) : undefined,
      path: '/download',
      origin: originOf(match.context),
    }),
  component: DownloadPage,
})
