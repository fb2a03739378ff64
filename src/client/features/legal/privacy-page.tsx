import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import { LegalPage } from './legal-page'

export function PrivacyPage() {
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
        { id: 'device', title: m.legal_privacy_device_title(), paragraphs: [m.legal_privacy_device_text()] },
        {
          id: 'cookies',
          title: m.legal_privacy_cookies_title(),
          paragraphs: [m.legal_privacy_cookies_text()],
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
