import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { PhoneIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { readCookie, writeCookie } from '@/client/shared/consent/cookies'
import { useInstall } from './install-prompt'
import { mobilePlatform } from './mobile-platform'

const DISMISSED_COOKIE = 'mobile-banner'

/** At the bottom of phones (spec 2.2). Rendered in the browser only: its text depends on the browser. */
export function MobileBanner() {
  const [isDismissed, setDismissed] = useState(() => readCookie(DISMISSED_COOKIE) === 'dismissed')
  const [platform] = useState(() =>
    mobilePlatform({
      userAgent: navigator.userAgent,
      maxTouchPoints: navigator.maxTouchPoints,
      isInstalled: window.matchMedia('(display-mode: standalone)').matches,
    }),
  )
  if (isDismissed || platform === 'none') return null
  const dismiss = () => {
    writeCookie(DISMISSED_COOKIE, 'dismissed')
    setDismissed(true)
  }
  return (
    <section aria-label={m.shell_mobile_title()} className={css({ md: { display: 'none' } })}>
      <Banner
        tone="raised"
        icon={<PhoneIcon size={20} />}
        closeLabel={m.shell_dismiss()}
        onClose={dismiss}
        actions={<Way platform={platform} />}
      >
        <p>{SENTENCE[platform]()}</p>
      </Banner>
    </section>
  )
}

type Shown = 'ios' | 'android' | 'other'

const SENTENCE: Record<Shown, () => string> = {
  ios: m.shell_mobile_ios,
  android: m.shell_mobile_android,
  other: m.shell_mobile_other,
}

function Way({ platform }: { platform: Shown }) {
  const install = useInstall()
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
