import { createFileRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { CalendarIcon, MapPinIcon, UserIcon } from 'lucide-react'
import { AndroidIcon, AppleIcon } from '@/client/design-system/icons'
import { Badge } from '@/client/design-system/badge'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'

/** App download (rules 2.8): iOS available, Android coming soon, three cards on what one gets. */
function DownloadPage() {
  return (
    <div className={page()}>
      <div className={frame}>
        <header className={head}>
          <h1 className={title}>{m.download_title()}</h1>
          <p className={lead}>{m.download_lead({ village: SITE.village })}</p>
        </header>
        <div className={stores}>
          <Store icon={<AppleIcon size="2rem" />} name={m.download_ios_name()}>
            <Badge tone="success">{m.download_ios_state()}</Badge>
            <a href={SITE.appStoreUrl} rel="noopener" className={button()}>
              {m.download_ios()}
            </a>
            <p className={muted}>{m.download_ios_text()}</p>
          </Store>
          <Store icon={<AndroidIcon size="2rem" />} name={m.download_android_name()}>
            <Badge tone="warning">{m.download_android_state()}</Badge>
            <p className={muted}>{m.download_android_text()}</p>
          </Store>
        </div>
        <section className={features}>
          <h2 className={heading}>{m.download_features_title()}</h2>
          <ul className={cards}>
            <Feature
              icon={<CalendarIcon size="1.75rem" />}
              title={m.download_feature_events()}
              text={m.download_feature_events_text()}
            />
            <Feature
              icon={<MapPinIcon size="1.75rem" />}
              title={m.download_feature_places()}
              text={m.download_feature_places_text()}
            />
            <Feature
              icon={<UserIcon size="1.75rem" />}
              title={m.download_feature_community()}
              text={m.download_feature_community_text()}
            />
          </ul>
        </section>
      </div>
    </div>
  )
}

function Store({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <section className={card({ pad: true })}>
      <div className={store}>
        <div className={storeHead}>
          {icon}
          <h2 className={heading}>{name}</h2>
        </div>
        {children}
      </div>
    </section>
  )
}

function Feature({ icon, title: name, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <li className={feature}>
      <span className={disc}>{icon}</span>
      <h3 className={featureTitle}>{name}</h3>
      <p className={muted}>{text}</p>
    </li>
  )
}

const frame = css({ display: 'grid', gap: { base: '8', md: '12' }, paddingBlock: { base: '6', md: '12' } })
const head = css({ display: 'grid', gap: '3' })
const title = css({ textStyle: 'title' })
const lead = css({ textStyle: 'lead', color: 'fg.muted' })
const heading = css({ textStyle: 'subheading' })
const stores = css({ display: 'grid', gap: '5', gridTemplateColumns: { md: '[1fr 1fr]' } })
const store = css({ display: 'grid', gap: '4', justifyItems: 'start' })
const storeHead = css({ display: 'flex', gap: '3', alignItems: 'center' })
const muted = css({ color: 'fg.muted' })
const features = css({ display: 'grid', gap: '5' })
const cards = css({ display: 'grid', gap: '6', gridTemplateColumns: { md: '[repeat(3, 1fr)]' } })
const feature = css({ display: 'grid', gap: '2', justifyItems: 'start', alignContent: 'start' })
const featureTitle = css({ fontWeight: 'bold', fontSize: 'lg' })
const disc = css({
  display: 'grid',
  placeItems: 'center',
  width: '14',
  height: '14',
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
