import { createFileRoute } from '@tanstack/react-router'
import { siteHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { LegalPage } from './legal-page'

export const Route = createFileRoute('/terms')({
  head: siteHead(m.legal_terms_title, import.meta.env.SSR && m.legal_terms_description),
  component: () => (
    <LegalPage
      title={m.legal_terms_title()}
      intro={m.legal_terms_intro({ site: SITE.name, village: SITE.village })}
      sections={[
        ['guide', m.legal_terms_service_title(), m.legal_terms_service_text()],
        ['submit', m.legal_terms_submit_title(), m.legal_terms_submit_text()],
        ['review', m.legal_terms_review_title(), m.legal_terms_review_text()],
        ['conduct', m.legal_terms_conduct_title(), m.legal_terms_conduct_text()],
        ['liability', m.legal_terms_liability_title(), m.legal_terms_liability_text()],
        ['changes', m.legal_terms_changes_title(), m.legal_terms_changes_text()],
      ]}
    />
  ),
})
