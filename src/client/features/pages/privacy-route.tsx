import { createFileRoute } from '@tanstack/react-router'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
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

function PrivacyPage() {
  return (
    <LegalPage
      title={m.legal_privacy_title()}
      intro={m.legal_privacy_intro({ site: SITE.name })}
      sections={[
        {
          id: 'given',
          title: m.legal_privacy_given_title(),
          paragraphs: [
            m.legal_privacy_given_event(),
            m.legal_privacy_given_message(),
            m.legal_privacy_given_account(),
          ],
        },
        {
          id: 'kept',
          title: m.legal_privacy_retention_title(),
          paragraphs: [
            m.legal_privacy_retention_event({ months: CONTACT_ADDRESS_MONTHS, days: VISITORS_EVENT_DAYS }),
            m.legal_privacy_retention_message({ months: SUPPORT_MESSAGE_MONTHS }),
            m.legal_privacy_retention_account(),
            m.legal_privacy_retention_sessions(),
            m.legal_privacy_retention_push(),
            m.legal_privacy_retention_week(),
            m.legal_privacy_retention_activity({ months: ACTIVITY_MONTHS }),
            m.legal_privacy_retention_log(),
          ],
        },
        { id: 'device', title: m.legal_privacy_device_title(), paragraphs: [m.legal_privacy_device_text()] },
        {
          id: 'cookies',
          title: m.legal_privacy_cookies_title(),
          paragraphs: [m.legal_privacy_cookies_text()],
          action: needsConsent() ? (
            <Button variant="secondary" onClick={reopenConsentBanner}>
              {m.shell_cookie_settings()}
            </Button>
          ) : null,
        },
        { id: 'others', title: m.legal_privacy_others_title(), paragraphs: [m.legal_privacy_others_text()] },
        {
          id: 'children',
          title: m.legal_privacy_children_title(),
          paragraphs: [m.legal_privacy_children_text()],
        },
        { id: 'rights', title: m.legal_privacy_rights_title(), paragraphs: [m.legal_privacy_rights_text()] },
      ]}
    />
  )
}

export const Route = createFileRoute('/privacy')({
  head: ({ match }) =>
    pageHead({
      title: m.legal_privacy_title(),
      description: import.meta.env.SSR ? m.legal_privacy_description({ site: SITE.name }) : undefined,
      path: '/privacy',
      origin: originOf(match.context),
    }),
  component: PrivacyPage,
})
