import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '@/client/features/pages/terms-page'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

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
