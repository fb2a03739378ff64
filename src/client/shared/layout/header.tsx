import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { HeartIcon, PlusIcon, CircleUserRoundIcon, UserIcon, MenuIcon } from 'lucide-react'
import { Logo } from '@/client/design-system/icons'
import * as m from '@/messages/compiled/messages.js'
import { SITE, TIDE_STATION } from '@/site/site'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { useIsSignedIn } from '@/client/shared/session/use-current-user'
import { PopoverMenu, needsPopover } from '@/client/design-system/overlays/popover-menu'
import { needsConsent, reopenConsentBanner } from '@/client/shared/consent/consent'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button, iconButton } from 'styled-system/recipes'
import { OtherLanguages, MenuLanguages } from './language-switch'

// It is lazy: it reads IndexedDB, which the first paint does not wait for.
const OutboxBadge = lazyPart(async () => (await import('@/client/shared/outbox/outbox-badge')).OutboxBadge, {
  isOptional: true,
})

export function Header() {
  const isSignedIn = useIsSignedIn()
  const account = isSignedIn ? m.shell_profile() : m.shell_sign_in()
  return (
    <header className={bar}>
      <div className={cx(page({ width: 'wide' }), row)}>
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
          <Link to="/saved" className={iconButton()} aria-label={m.saved_title()} title={m.saved_title()}>
            <HeartIcon />
          </Link>
          <Link to="/add-event" className={cx(button({ size: 'sm' }), addEvent)}>
            <PlusIcon size="1.125rem" />
            <span className={addLabel}>{m.shell_add_event()}</span>
          </Link>
          <OtherLanguages />
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

const bar = css({
  _print: { display: 'none' },
  position: 'sticky',
  top: '0',
  zIndex: 'header',
  bg: 'bg.page',
  borderBottom: 'hairline',
  containerType: 'inline-size',
  paddingTop: '[env(safe-area-inset-top)]',
})

const row = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  columnGap: { base: '1', sm: '3' },
  paddingBlock: '2',
  minHeight: '16',
})

const brand = css({ display: 'flex', flex: '[1 1 2.25rem]', minWidth: '0', containerType: 'inline-size' })

const home = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'target',
  borderRadius: 'md',
  minWidth: '0',
})

const links = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: { base: '0.5', sm: '3' },
  '@container (15rem <= width < 26rem)': {
    '& > :is(a, button)': { minWidth: '10', width: 'auto' },
    // The name of the app has room only without the language, which the menu has as well.
    '& > a[hreflang]': { display: 'none' },
  },
  // Beside the tray of the outbox it has that only without the words of the button.
  '@container (15rem <= width < 24rem)': {
    '&:has(> a[href="/outbox"]) > a[href="/add-event"]': {
      '& > svg': { display: 'block' },
      '& > span': { srOnly: true },
    },
  },
  '@container (width < 15rem)': {
    gap: '0',
    '& > :is(a, button)': { minWidth: '8', minHeight: '9', width: 'auto' },
  },
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

// On a small phone the words say it, with large text the icon does.
const addEvent = css({
  minHeight: 'target',
  whiteSpace: 'nowrap',
  '@container (width < 15rem)': { paddingInline: '1' },
  '@container (15rem <= width < 26rem)': { paddingInline: '2', '& svg': { display: 'none' } },
})
const addLabel = css({ '@container (width < 15rem)': { srOnly: true } })

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
      <PopoverMenu id={id} className={place}>
        <Link to="/events">{m.shell_footer_events()}</Link>
        {TIDE_STATION ? <Link to="/tides">{m.tides_link()}</Link> : null}
        <Link to="/download">{m.shell_footer_download()}</Link>
        <Link to="/contacts">{m.support_title()}</Link>
        <Link to="/privacy">{m.legal_privacy_title()}</Link>
        <MenuLanguages />
        {needsConsent() ? (
          <button type="button" onClick={reopenConsentBanner}>
            {m.shell_cookie_settings()}
          </button>
        ) : null}
      </PopoverMenu>
    </>
  )
}

const place = css({
  positionArea: 'none',
  inset: '[auto]',
  top: '[calc(4rem + env(safe-area-inset-top))]',
  right: '[calc(max(0px, 50vw - {sizes.wide} / 2) + {spacing.gutter})]',
})
