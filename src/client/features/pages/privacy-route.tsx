import { createFileRoute } from '@tanstack/react-router'
import { siteHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { needsConsent, reopenConsentBanner } from '@/client/shared/consent/consent'
import { Button } from '@/client/design-system/button'
import {
  ACTIVITY_MONTHS,
  CONTACT_ADDRESS_MONTHS,
  SUPPORT_MESSAGE_MONTHS,
  VISITORS_EVENT_DAYS,
} from '@/domain/accounts/account'
import { LegalPage } from './legal-page'

function CookieSettings() {
  return (
    <Button variant="secondary" onClick={reopenConsentBanner}>
      {m.shell_cookie_settings()}
    </Button>
  )
}

export const Route = createFileRoute('/privacy')({
  head: siteHead(m.legal_privacy_title, import.meta.env.SSR && m.legal_privacy_description),
  component: () => (
    <LegalPage
      title={m.legal_privacy_title()}
      intro={m.legal_privacy_intro({ site: SITE.name })}
      sections={[
        [
          'given',
          m.legal_privacy_given_title(),
          m.legal_privacy_given_event(),
          m.legal_privacy_given_message(),
          m.legal_privacy_given_account(),
        ],
        [
          'kept',
          m.legal_privacy_retention_title(),
          m.legal_privacy_retention_event({ months: CONTACT_ADDRESS_MONTHS, days: VISITORS_EVENT_DAYS }),
          m.legal_privacy_retention_message({ months: SUPPORT_MESSAGE_MONTHS }),
          m.legal_privacy_retention_account(),
          m.legal_privacy_retention_sessions(),
          m.legal_privacy_retention_push(),
          m.legal_privacy_retention_week(),
          m.legal_privacy_retention_activity({ months: ACTIVITY_MONTHS }),
          m.legal_privacy_retention_log(),
        ],
        ['device', m.legal_privacy_device_title(), m.legal_privacy_device_text()],
        [
          'cookies',
          m.legal_privacy_cookies_title(),
          m.legal_privacy_cookies_text(),
          ...(needsConsent() ? [m.legal_privacy_cookies_change(), <CookieSettings key="settings" />] : []),
        ],
        ['others', m.legal_privacy_others_title(), m.legal_privacy_others_text()],
        ['children', m.legal_privacy_children_title(), m.legal_privacy_children_text()],
        ['rights', m.legal_privacy_rights_title(), m.legal_privacy_rights_text()],
      ]}
    />
  ),
})
