import { createFileRoute } from '@tanstack/react-router'
import { siteHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { CalendarIcon, MapPinIcon, UsersIcon } from 'lucide-react'
import { AndroidIcon, AppleIcon } from '@/client/design-system/icons'
import { Badge } from '@/client/design-system/badge'
import { mutedText, subheadingText, titleText } from '@/client/design-system/text'
import { css, cx } from 'styled-system/css'
import { column, pageColumn } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'

const FEATURES = [
  { Icon: CalendarIcon, name: m.download_feature_events, text: m.download_feature_events_text },
  { Icon: MapPinIcon, name: m.download_feature_places, text: m.download_feature_places_text },
  { Icon: UsersIcon, name: m.download_feature_community, text: m.download_feature_community_text },
]

/** App download (rules 2.8): iOS available, Android coming soon, three cards on what one gets. */
function DownloadPage() {
  return (
    <div className={pageColumn({ gap: '8', overflowWrap: 'anywhere' })}>
      <header className={column({ gap: '2' })}>
        <h1 className={titleText}>{m.download_title()}</h1>
        <p className={mutedText}>{m.download_lead({ village: SITE.village })}</p>
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
          <p className={mutedText}>{m.download_ios_text()}</p>
        </section>
        <section className={cx(card({ pad: true }), store)}>
          <h2 className={storeName}>
            <AndroidIcon size="2rem" />
            {m.download_android_name()}
          </h2>
          <Badge tone="warning">{m.download_android_state()}</Badge>
          <p className={mutedText}>{m.download_android_text()}</p>
        </section>
      </div>
      <section className={column({ gap: '5' })}>
        <h2 className={subheadingText}>{m.download_features_title()}</h2>
        <ul className={cards}>
          {FEATURES.map(({ Icon, name, text }) => (
            <li key={text()} className={feature}>
              <span className={disc}>
                <Icon size="1.5rem" />
              </span>
              <div>
                <h3 className={featureName}>{name()}</h3>
                <p className={mutedText}>{text()}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const stores = css({ display: 'grid', gap: '5', gridTemplateColumns: { md: '[1fr 1fr]' } })
const store = css({ display: 'grid', gap: '4', justifyItems: 'start', alignContent: 'start' })
const storeName = css({ display: 'flex', gap: '3', alignItems: 'center', textStyle: 'subheading' })
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
  head: siteHead(m.download_title, import.meta.env.SSR && m.download_page_description),
  component: DownloadPage,
})
