import { Link } from '@tanstack/react-router'
import { CircleUserRoundIcon, InboxIcon, MenuIcon, PlusIcon, UserIcon } from 'lucide-react'
import { useId, useSyncExternalStore, type MouseEvent } from 'react'
import { CountDot } from '@/client/design-system/badge'
import { Logo } from '@/client/design-system/icons'
import { PopoverMenu, needsPopover } from '@/client/design-system/overlays/popover-menu'
import { needsConsent, reopenConsentBanner } from '@/client/shared/consent/consent'
import { useIsSignedIn } from '@/client/shared/session/use-current-user'
import { languagePath } from '@/contract/settings'
import * as m from '@/messages/compiled/messages.js'
import { getLocale, locales, setLocale, type Locale } from '@/messages/compiled/runtime.js'
import { readWaitingCount, subscribeToWaitingCount } from '@/offline/page/page-storage'
import { SITE, TIDE_STATION } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button, iconButton } from 'styled-system/recipes'

/** Rules 2.2. What few people need stands in 'More'. */
export function Header() {
  const isSignedIn = useIsSignedIn()
  const account = isSignedIn ? m.shell_profile() : m.shell_sign_in()
  return (
    <header className={bar}>
      <div className={cx(page(), row)}>
        <div className={brand}>
          <Link to="/" className={home} aria-label={m.shell_home_link({ name: SITE.name })}>
            <Logo name={SITE.name} />
          </Link>
        </div>
        <nav aria-label={m.shell_main_navigation()} className={links}>
          <Link to="/events" search={{ filters: true }} className={upcoming}>
            {m.shell_upcoming()}
          </Link>
          <OutboxBadge />
          <Link to="/add-event" className={cx(button({ size: 'sm' }), addEvent)}>
            <PlusIcon size="1.125rem" />
            <span>{m.shell_add_event()}</span>
          </Link>
          <Link
            to={isSignedIn ? '/profile' : '/login'}
            className={iconButton()}
            aria-label={account}
            title={account}
          >
            {isSignedIn ? <UserIcon /> : <CircleUserRoundIcon />}
          </Link>
          <MoreMenu />
        </nav>
      </div>
    </header>
  )
}

/** It reads the count that the outbox keeps in `localStorage`: a page that only shows the header opens no database. */
function OutboxBadge() {
  const count = useSyncExternalStore(subscribe, readWaitingCount, () => 0)
  if (!(count > 0)) return null
  const label = m.shell_outbox_waiting({ n: count })
  return (
    <Link to="/outbox" className={iconButton()} aria-label={label} title={label}>
      <InboxIcon />
      <CountDot count={count} />
    </Link>
  )
}

function subscribe(listener: () => void): () => void {
  const stop = subscribeToWaitingCount(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}

export function MoreMenu() {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={m.shell_more()}
        title={m.shell_more()}
        className={cx(iconButton(), needsPopover)}
      >
        <MenuIcon />
      </button>
      <PopoverMenu id={id} className={menu}>
        <Link to="/events">{m.shell_footer_events()}</Link>
        <Link to="/saved">{m.saved_title()}</Link>
        {TIDE_STATION ? <Link to="/tides">{m.tides_link()}</Link> : null}
        <Link to="/download">{m.shell_footer_download()}</Link>
        <Link to="/contacts">{m.support_title()}</Link>
        <Link to="/privacy">{m.legal_privacy_title()}</Link>
        <LanguageLinks isOthersOnly />
        {needsConsent() ? (
          <button type="button" onClick={reopenConsentBanner}>
            {m.shell_cookie_settings()}
          </button>
        ) : null}
      </PopoverMenu>
    </>
  )
}

const NAMES: Record<Locale, string> = { en: 'English', pt: 'Português' }

/** Paraglide keeps the choice in its cookie and loads the page again in the new language. Without script the server does both. */
export function LanguageLinks({ isOthersOnly = false }: { isOthersOnly?: boolean }) {
  const current = getLocale()
  return locales
    .filter((locale) => !isOthersOnly || locale !== current)
    .map((locale) => (
      <a
        key={locale}
        href={languagePath(locale)}
        rel="nofollow"
        lang={locale}
        hrefLang={locale}
        aria-current={locale === current || undefined}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          void setLocale(locale)
        }}
      >
        {NAMES[locale]}
      </a>
    ))
}

const bar = css({
  _print: { display: 'none' },
  position: 'sticky',
  top: 'stuck',
  zIndex: 'header',
  bg: 'bg.page',
  borderBottom: 'hairline',
  containerType: 'inline-size',
  paddingTop: '[env(safe-area-inset-top)]',
})
const row = css({ display: 'flex', alignItems: 'center', columnGap: '2', paddingBlock: '2', minHeight: '16' })
const brand = css({ display: 'flex', flex: '[1 1 2.25rem]', minWidth: '0', containerType: 'inline-size' })
const home = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'target',
  minWidth: '0',
  borderRadius: 'md',
})
const links = css({
  display: 'flex',
  alignItems: 'center',
  gap: { base: '1', md: '3' },
  '@container (width < 15rem)': { gap: '0', '& > a, & > button': { width: '9' } },
})
const upcoming = css({
  display: { base: 'none', md: 'inline-flex' },
  alignItems: 'center',
  minHeight: 'target',
  paddingInline: '3',
  borderRadius: 'full',
  fontWeight: 'medium',
  _hover: { bg: 'sea.subtle' },
})
// Its icon alone stands on a narrow screen beside the tray of the outbox, and with large text.
const addEvent = css({
  minHeight: 'target',
  whiteSpace: 'nowrap',
  '@container (15rem <= width < 26rem)': { paddingInline: '3', '& > svg': { display: 'none' } },
  '@container (width < 15rem)': { paddingInline: '0', '& > span': { srOnly: true } },
  '[href="/outbox"] ~ &': {
    '@container (15rem <= width < 26rem)': { '& > svg': { display: 'block' }, '& > span': { srOnly: true } },
  },
})
const menu = css({
  positionArea: 'none',
  inset: '[auto]',
  top: '[calc(4rem + env(safe-area-inset-top))]',
  right: '[calc(max(0px, 50vw - {sizes.page} / 2) + {spacing.gutter})]',
})
