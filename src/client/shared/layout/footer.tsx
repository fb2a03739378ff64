import { Link, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FacebookIcon, InstagramIcon } from '@/client/design-system/icons/brand-icons'
import { LogoMark } from '@/client/design-system/icons/logo'
import { WaveEdge } from '@/client/design-system/wave-edge'
import * as m from '@/messages/compiled/messages.js'
import { SITE, TIDE_STATION } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { needsConsent, reopenConsentBanner } from '@/client/shared/consent/consent'
import { LanguageSwitch } from './language-switch'

/** Columns App, Legal Information and Contact, and the copyright line (rules 2.2). */
export function Footer() {
  const { nowSeconds } = useRouteContext({ from: '__root__' })
  const year = new Date(nowSeconds * 1000).getUTCFullYear()
  return (
    <footer className={outer}>
      <div className={edge}>
        <WaveEdge />
      </div>
      <div className={ground}>
        <div className={cx(page({ width: 'wide' }), columns)}>
          <div className={intro}>
            <LogoMark />
            <p>{m.shell_footer_tagline({ village: SITE.village })}</p>
            <LanguageSwitch />
          </div>
          <Column title={m.shell_footer_app()}>
            <Link to="/events">{m.shell_footer_events()}</Link>
            {TIDE_STATION ? <Link to="/tides">{m.tides_link()}</Link> : null}
            <Link to="/add-event">{m.shell_add_event()}</Link>
            <Link to="/outbox">{m.outbox_title()}</Link>
            <Link to="/on-this-device">{m.device_title()}</Link>
            <Link to="/download">{m.shell_footer_download()}</Link>
          </Column>
          <Column title={m.shell_footer_legal()}>
            <Link to="/terms">{m.legal_terms_title()}</Link>
            <Link to="/privacy">{m.legal_privacy_title()}</Link>
            <Link to="/eula">{m.legal_eula_title()}</Link>
            {needsConsent() ? (
              <button type="button" onClick={reopenConsentBanner}>
                {m.shell_cookie_settings()}
              </button>
            ) : null}
          </Column>
          <Column title={m.shell_footer_contact()}>
            <Link to="/contacts">{m.support_title()}</Link>
            <a href={`mailto:${SITE.contactMailbox}`}>{SITE.contactMailbox}</a>
            <a href={SITE.social.instagram} rel="noopener">
              <InstagramIcon size={20} />
              {m.shell_footer_instagram()}
            </a>
            <a href={SITE.social.facebook} rel="noopener">
              <FacebookIcon size={20} />
              {m.shell_footer_facebook()}
            </a>
          </Column>
        </div>
        <p className={cx(page({ width: 'wide' }), copyright)}>
          {m.shell_copyright({ year, name: SITE.name })}
        </p>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <div>
      <h2 className={columnTitle}>{title}</h2>
      <ul className={list}>
        {children.filter(Boolean).map((link, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a fixed list in the order it is written above
          <li key={index}>{link}</li>
        ))}
      </ul>
    </div>
  )
}

const outer = css({ _print: { display: 'none' }, marginTop: 'section' })
const edge = css({ color: 'bg.sea', marginBottom: '[-1px]' })
const ground = css({
  bg: 'bg.sea',
  color: 'fg.onSea',
  paddingBottom: '8',
})

const columns = css({
  display: 'grid',
  gridTemplateColumns: {
    base: '[minmax(0, 1fr)]',
    sm: '[repeat(2, minmax(0, 1fr))]',
    lg: '[1.4fr 1fr 1fr 1fr]',
  },
  gap: '8',
  paddingBlock: '8',
})

const intro = css({
  display: 'grid',
  alignContent: 'start',
  gap: '3',
  color: 'fg.onSeaMuted',
  maxWidth: '[22rem]',
})
const columnTitle = css({ textStyle: 'overline', color: 'fg.onSeaMuted', marginBottom: '2' })

const list = css({
  '& :is(a, button)': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '10',
    // An address is one long word.
    overflowWrap: 'anywhere',
    textAlign: 'start',
    borderRadius: 'sm',
    _hover: { textDecoration: 'underline', textUnderlineOffset: '[0.25em]' },
  },
})

const copyright = css({ textStyle: 'small', color: 'fg.onSeaMuted' })
