import { createFileRoute } from '@tanstack/react-router'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { LegalPage } from './legal-page'

function TermsPage() {
  return (
    <LegalPage
      title={m.legal_terms_title()}
      intro={m.legal_terms_intro({ site: SITE.name, village: SITE.village })}
      sections={[
        { id: 'guide', title: m.legal_terms_service_title(), paragraphs: [m.legal_terms_service_text()] },
        { id: 'submit', title: m.legal_terms_submit_title(), paragraphs: [m.legal_terms_submit_text()] },
        { id: 'review', title: m.legal_terms_review_title(), paragraphs: [m.legal_terms_review_text()] },
        { id: 'conduct', title: m.legal_terms_conduct_title(), paragraphs: [m.legal_terms_conduct_text()] },
        {
          id: 'liability',
          title: m.legal_terms_liability_title(),
          paragraphs: [m.legal_terms_liability_text()],
        },
        { id: 'changes', title: m.legal_terms_changes_title(), paragraphs: [m.legal_terms_changes_text()] },
      ]}
    />
  )
}

export const Route = createFileRoute('/terms')({
  head: ({ match }) =>
    pageHead({
      title: m.legal_terms_title(),
      description: import.meta.env.SSR ? m.legal_terms_description({ site: SITE.name }) : undefined,
      path: '/terms',
      origin: originOf(match.context),
    }),
  component: TermsPage,
})
