import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { PhoneIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { readCookie, writeCookie } from '@/client/shared/consent/cookies'
import { useInstall } from './install-prompt'
import { mobilePlatform } from './mobile-platform'

/** 'visited' from the first visit on, 'dismissed' once closed. */
const COOKIE = 'mobile-banner'
/** The key in the session's storage that marks the first visit. */
const FIRST_VISIT = 'first-visit'

/** Pages to read. A form and a sign-in have their own buttons at the bottom. */
const READING = /^\/(?:events(?:\/[^/]+)?)?\/?$/

/** Whether who visits has been here before this visit and has not closed the banner. */
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

/**
 * The banner at the bottom of phones from the second visit on (rules 2.2). Rendered in the browser only: its text
 * depends on the browser.
 */
export function MobileBanner() {
  const [isShown, setShown] = useState(isDue)
  const isReading = useRouterState({ select: ({ location }) => READING.test(location.pathname) })
  const install = useInstall()
  const [platform] = useState(() =>
    mobilePlatform({
      userAgent: navigator.userAgent,
      maxTouchPoints: navigator.maxTouchPoints,
      isInstalled: window.matchMedia('(display-mode: standalone)').matches,
    }),
  )
  if (!isShown || !isReading || platform === 'none') return null
  // 'Coming soon' beside a button that installs it would contradict itself.
  const sentence = install && platform === 'android' ? 'other' : platform
  const dismiss = () => {
    writeCookie(COOKIE, 'dismissed')
    setShown(false)
  }
  return (
    <section aria-label={m.shell_mobile_title()} className={phoneOnly}>
      <div className={unlessLargeText}>
        <Banner
          tone="raised"
          icon={<PhoneIcon size={20} />}
          closeLabel={m.shell_dismiss()}
          onClose={dismiss}
          actions={<Way platform={platform} install={install} />}
        >
          <p>{SENTENCE[sentence]()}</p>
        </Banner>
      </div>
    </section>
  )
}

type Shown = 'ios' | 'android' | 'other'

const SENTENCE: Record<Shown, () => string> = {
  ios: m.shell_mobile_ios,
  android: m.shell_mobile_android,
  other: m.shell_mobile_other,
}

function Way({ platform, install }: { platform: Shown; install: (() => void) | undefined }) {
  if (platform === 'ios') {
    return (
      <a href={SITE.appStoreUrl} className={button({ size: 'sm' })}>
        {m.shell_mobile_download()}
      </a>
    )
  }
  if (install) {
    return (
      <Button size="sm" variant="secondary" onClick={install}>
        {m.shell_install()}
      </Button>
    )
  }
  if (platform === 'android') return null
  return (
    <Link to="/download" className={button({ size: 'sm' })}>
      {m.shell_mobile_download()}
    </Link>
  )
}

const phoneOnly = css({ containerType: 'inline-size', md: { display: 'none' } })
// The banner would cover much of the screen with text so large; the page that it leads to stays in the footer.
const unlessLargeText = css({ '@container (width < 15rem)': { display: 'none' } })
