import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '@/client/features/pages/privacy-page'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

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
