import {
  HeadContent,
  Outlet,
  createRootRouteWithContext,
  useLocation,
  useMatches,
  useHydrated,
  Link,
  useRouteContext,
} from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { SITE, TIDE_STATION } from '@/site/site'
import { ToastOutlet } from '@/client/shared/notifications/toast'
import { LucideProvider, WifiOffIcon } from 'lucide-react'
import { FacebookIcon, InstagramIcon, LogoMark } from '@/client/design-system/icons'
import { useOnline } from '@/client/shared/offline/use-online'
import { Header, LanguageLinks } from '@/client/shared/layout/header'
import { BottomBanners } from '@/client/shared/layout/bottom-banners'
import { NotFoundPage } from '@/client/shared/layout/not-found-page'
import { useHasSavedContent, type RouterContext } from '@/client/shared/layout/page-head'
import { SkipLink, WaveEdge } from '@/client/design-system/visually-hidden'
import { needsConsent, reopenConsentBanner } from '@/client/shared/consent/consent'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { css, cx } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { cluster, page } from 'styled-system/patterns'

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
        <div className={cx(page(), columns)}>
          <div className={intro}>
            <LogoMark />
            <p>{m.shell_footer_tagline({ village: SITE.village })}</p>
            <nav aria-label={m.shell_language()} className={languages}>
              <LanguageLinks />
            </nav>
          </div>
          <Column title={m.shell_footer_app()} className={tall}>
            <Link to="/events">{m.shell_footer_events()}</Link>
            <Link to="/saved">{m.saved_title()}</Link>
            {TIDE_STATION ? <Link to="/tides">{m.tides_link()}</Link> : null}
            <Link to="/add-event">{m.shell_add_event()}</Link>
            <Link to="/download">{m.shell_footer_download()}</Link>
            <DeviceLinks />
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
              <InstagramIcon size="1.25rem" />
              {m.shell_footer_instagram()}
            </a>
            <a href={SITE.social.facebook} rel="noopener">
              <FacebookIcon size="1.25rem" />
              {m.shell_footer_facebook()}
            </a>
          </Column>
        </div>
        <p className={cx(page(), copyright)}>{m.shell_copyright({ year, name: SITE.name })}</p>
      </div>
    </footer>
  )
}

// It is lazy: it reads IndexedDB, which the first paint does not wait for.
const DeviceLinks = lazyPart(async () => (await import('@/client/shared/layout/device-links')).DeviceLinks, {
  isOptional: true,
})

function Column({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <h2 className={columnTitle}>{title}</h2>
      <div className={list}>{children}</div>
    </div>
  )
}

const outer = css({ _print: { display: 'none' }, marginTop: 'section' })
const edge = css({ color: 'bg.sea', marginBottom: '[-1px]' })
const ground = css({ bg: 'bg.sea', color: 'fg.onSea', paddingBottom: '6' })
const columns = css({
  display: 'grid',
  gridTemplateColumns: { base: '[repeat(2, minmax(0, 1fr))]', lg: '[1.4fr 1fr 1fr 1fr]' },
  columnGap: '6',
  rowGap: '5',
  paddingBlock: { base: '4', md: '8' },
})
const intro = cluster({
  gridColumn: { base: '[1 / -1]', lg: 'auto' },
  alignContent: 'start',
  gap: '0',
  columnGap: '3',
  color: 'fg.onSeaMuted',
})
const languages = cluster({
  flexBasis: { lg: '[100%]' },
  gap: '0',
  columnGap: '4',
  '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 'target', _hover: { color: 'fg.onSea' } },
  '& [aria-current]': { color: 'fg.onSea', fontWeight: 'bold' },
})
const tall = css({ gridRow: { base: '[span 2]', lg: 'auto' } })
const columnTitle = css({ textStyle: 'overline', color: 'fg.onSeaMuted', marginBottom: '1' })
const list = css({
  display: 'grid',
  justifyItems: 'start',
  fontSize: { base: 'sm', md: 'md' },
  '& > *': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '9',
    // An address is one long word.
    overflowWrap: 'anywhere',
    textAlign: 'start',
    borderRadius: 'sm',
    _hover: { textDecoration: 'underline', textUnderlineOffset: '[0.25em]' },
  },
})
const copyright = css({ textStyle: 'small', color: 'fg.onSeaMuted' })

/** The layout of every public page (rules 2.2). */
function Frame({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated()
  const isList = useLocation({ select: ({ pathname }) => pathname === '/events' })
  return (
    <div className={frame}>
      <SkipLink to={isList ? 'events' : 'content'}>
        {isList ? m.shell_skip_to_events() : m.shell_skip_to_content()}
      </SkipLink>
      <Header />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className={main}>
        {children}
      </main>
      <Footer />
      {/* Their text depends on the browser. */}
      {isHydrated ? <BottomBanners /> : null}
      <ToastOutlet />
    </div>
  )
}

const frame = css({ display: 'flex', flexDirection: 'column', minHeight: '[100dvh]' })
const main = css({ flex: '1' })

/** A banner under the header. The live region stays mounted, so that readers announce what comes into it. */
export function OfflineBanner() {
  const isOnline = useOnline()
  const hasSaved = useHasSavedContent()
  return (
    <div aria-live="polite">
      {isOnline ? null : (
        <p className={strip}>
          <WifiOffIcon size="1.125rem" />
          <span>
            <strong>{m.app_offline_title()}.</strong>{' '}
            <Link to="/on-this-device">{hasSaved ? m.shell_offline_text() : m.device_see()}</Link>
          </span>
        </p>
      )}
    </div>
  )
}

const strip = css({
  _print: { display: 'none' },
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  paddingBlock: '2',
  paddingInline: 'gutter',
  bg: 'warning.subtle',
  color: 'warning.fg',
  textStyle: 'small',
  '& svg': { flexShrink: '0' },
  '& a': { textDecoration: 'underline' },
})

declare global {
  interface Window {
    /** The button that was pressed before hydration; the inline script of index.html stores it. Null afterwards. */
    preHydrationClick?: HTMLElement | null
  }
}

/** Presses that button: the server's page looks ready up to some seconds before a slow phone can respond. */
function usePreHydrationClick(): void {
  useEffect(() => {
    const element = window.preHydrationClick
    window.preHydrationClick = null
    // It was pressed during hydration: React finishes that on the spot, then handles the click itself.
    if (window.event?.type === 'click') return
    // The click has a task of its own: for a click React hydrates at once what is not yet, but not from within an effect.
    setTimeout(() => element?.click())
  }, [])
}

export const Route = createRootRouteWithContext<RouterContext>()({
  head: ({ matches }) => ({
    meta: [
      // No route is found for an address whose percent-encoding is malformed.
      { title: matches.length > 1 ? SITE.name : `${m.shell_not_found()} · ${SITE.name}` },
      // Search engines and link previews read this from the server's page.
      ...(import.meta.env.SSR
        ? [
            { name: 'description', content: m.app_site_description({ village: SITE.village }) },
            { property: 'og:site_name', content: SITE.name },
            { name: 'twitter:card', content: 'summary_large_image' },
          ]
        : []),
    ],
  }),
  component: Root,
  notFoundComponent: NotFoundPage,
})

function Root() {
  usePreHydrationClick()
  const isBackOffice = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId.startsWith('/backoffice')),
  })
  return (
    <>
      <HeadContent />
      {/* The back office has a layout of its own. */}
      <LucideProvider size="1.5rem" strokeWidth={1.75}>
        {isBackOffice ? (
          <Outlet />
        ) : (
          <Frame>
            <Outlet />
          </Frame>
        )}
      </LucideProvider>
      {/* Hydration leaves alone what stands behind the page: what tells the browser's router what the server has rendered
      (entry-server), and what says that the page's scripts did not arrive (index.html). */}
      {import.meta.env.SSR ? <Unstarted /> : null}
    </>
  )
}

function Unstarted() {
  return (
    <div role="alert" className={unstarted}>
      <p>{m.app_unstarted()}</p>
      {/* Without script an empty form loads its page again. */}
      <form>
        <button type="submit" className={button({ size: 'sm' })}>
          {m.app_try_again()}
        </button>
      </form>
    </div>
  )
}

const unstarted = cluster({
  position: 'fixed',
  insetInline: '0',
  bottom: '0',
  zIndex: 'banner',
  display: 'none',
  '[data-unstarted] &': { display: 'flex' },
  justify: 'center',
  gap: '3',
  padding: '4',
  bg: 'warning.subtle',
  color: 'warning.fg',
  _print: { display: 'none' },
})
