import { useEffect, useRef, useState, type RefObject } from 'react'
import { Link, useRouterState } from '@tanstack/react-router'
import * as m from '@/messages/compiled/messages.js'
import { useConsentBannerOpen, setConsent, readCookie, writeCookie } from '@/client/shared/consent/consent'
import { UpdatePrompt } from '@/client/shared/pwa/app-update'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { SmartphoneIcon } from 'lucide-react'
import { SITE } from '@/site/site'
import { useInstall } from '@/client/shared/pwa/install-prompt'
import { browserFacts, mobilePlatform } from '@/client/shared/pwa/mobile-platform'
import { css } from 'styled-system/css'
import { textLink, button } from 'styled-system/recipes'

export function BottomBanners() {
  const isConsentOpen = useConsentBannerOpen()
  const place = useRef<HTMLElement>(null)
  const room = useRef<HTMLDivElement>(null)
  useRoomBelow(place, room)
  return (
    <>
      <div ref={room} className={roomBelow} />
      <aside ref={place} className={floating} aria-label={m.shell_banners()}>
        <UpdatePrompt />
        {isConsentOpen ? <CookieBanner /> : <MobileBanner />}
      </aside>
    </>
  )
}

/** Keeps the end of the page, and what the keyboard reaches, from staying hidden behind a banner (WCAG 2.4.11). */
function useRoomBelow(place: RefObject<HTMLElement | null>, room: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [element, below] = [place.current, room.current]
    if (element === null || below === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const height = `${element.offsetHeight}px`
      below.style.height = height
      style.scrollPaddingBottom = height
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [place, room])
}

const roomBelow = css({ _print: { display: 'none' }, bg: 'bg.sea' })

const floating = css({
  _print: { display: 'none' },
  position: 'fixed',
  insetInline: '0',
  bottom: '0',
  zIndex: 'banner',
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '2',
  width: 'full',
  maxWidth: 'form',
  marginInline: 'auto',
  pointerEvents: 'none',
  '&:not(:empty)': {
    padding: '[min(0.75rem, 3vw)]',
    paddingBottom: '[max(0.75rem, env(safe-area-inset-bottom))]',
    'main:has([data-part=action-bar]) ~ &': {
      mdDown: { paddingBottom: '[calc(4.5rem + env(safe-area-inset-bottom))]' },
    },
  },
  '& > *': { pointerEvents: 'auto', animation: 'riseIn' },
})

/** Consent for analytics, once (rules 2.2). Both choices are as easy; no third party is loaded before 'Accept'. */
function CookieBanner() {
  return (
    <section aria-label={m.shell_cookies_title()}>
      <Banner
        tone="raised"
        actions={
          <>
            <Button size="sm" variant="secondary" onClick={() => setConsent(false)}>
              {m.shell_cookies_decline()}
            </Button>
            <Button size="sm" variant="secondary" onClick={() => setConsent(true)}>
              {m.shell_cookies_accept()}
            </Button>
          </>
        }
      >
        <p>
          {m.shell_cookies_text()}{' '}
          <Link to="/privacy" className={textLink()}>
            {m.shell_cookies_learn_more()}
          </Link>
        </p>
      </Banner>
    </section>
  )
}

/** 'visited' from the first visit on, 'dismissed' once closed. */
const COOKIE = 'mobile-banner'
const FIRST_VISIT = 'first-visit'

/** Pages to read. A form and a sign-in have their own buttons at the bottom. */
const READING = /^\/(?:events(?:\/[^/]+)?)?\/?$/

function isDue(): boolean {
  const state = readCookie(COOKIE)
  if (state === 'dismissed') return false
  try {
    if (state === undefined) {
      writeCookie(COOKIE, 'visited')
      sessionStorage.setItem(FIRST_VISIT, 'yes')
    }
    return sessionStorage.getItem(FIRST_VISIT) === null
  } catch {
    // Storage is forbidden: each visit is the first.
    return false
  }
}

/** From the second visit on (rules 2.2). Rendered in the browser only: its text depends on the browser. */
export function MobileBanner() {
  const [isShown, setShown] = useState(isDue)
  const isReading = useRouterState({ select: ({ location }) => READING.test(location.pathname) })
  const install = useInstall()
  const [platform] = useState(() => mobilePlatform(browserFacts()))
  if (!isShown || !isReading || platform === 'none') return null
  const dismiss = () => {
    writeCookie(COOKIE, 'dismissed')
    setShown(false)
  }
  // 'Coming soon' beside a button that installs it would contradict itself.
  const sentence = install && platform === 'android' ? 'other' : platform
  const download = button({ size: 'sm' })
  const action =
    platform === 'ios' ? (
      <a href={SITE.appStoreUrl} className={download}>
        {m.shell_mobile_download()}
      </a>
    ) : install ? (
      <Button size="sm" variant="secondary" onClick={install}>
        {m.shell_install()}
      </Button>
    ) : platform === 'other' ? (
      <Link to="/download" className={download}>
        {m.shell_mobile_download()}
      </Link>
    ) : null
  return (
    <section aria-label={m.shell_mobile_title()} className={phoneOnly}>
      <div className={unlessLargeText}>
        <Banner
          tone="raised"
          icon={<SmartphoneIcon size="1.25rem" />}
          closeLabel={m.shell_dismiss()}
          onClose={dismiss}
          actions={action}
        >
          <p>{SENTENCE[sentence]()}</p>
        </Banner>
      </div>
    </section>
  )
}

const SENTENCE = { ios: m.shell_mobile_ios, android: m.shell_mobile_android, other: m.shell_mobile_other }

const phoneOnly = css({ containerType: 'inline-size', md: { display: 'none' } })
// The banner would cover much of the screen with text so large; the page that it leads to stays in the footer.
const unlessLargeText = css({ '@container (width < 15rem)': { display: 'none' } })
