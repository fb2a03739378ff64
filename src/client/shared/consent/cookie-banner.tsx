import { Link } from '@tanstack/react-router'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { textLink } from 'styled-system/recipes'
import { report } from '@/client/shared/offline/report'
import { setConsent } from './consent'

function decline(): void {
  setConsent(false)
  // What was accepted in an earlier visit left cookies, which the tag's own part deletes.
  import('./google-tag').catch((error: unknown) => report('analytics', error))
}

/** Consent for analytics, once (rules 2.2). Both choices are as easy; no third party is loaded before 'Accept'. */
export function CookieBanner() {
  return (
    <section aria-label={m.shell_cookies_title()}>
      <Banner
        tone="raised"
        actions={
          <>
            <Button size="sm" variant="secondary" onClick={decline}>
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
