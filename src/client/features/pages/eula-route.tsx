import { createFileRoute } from '@tanstack/react-router'
import { EulaPage } from '@/client/features/pages/eula-page'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

export const Route = createFileRoute('/eula')({
  head: ({ match }) =>
    pageHead({
      title: m.legal_eula_title(),
      description: import.meta.env.SSR ? m.legal_eula_description({ site: SITE.name }) : undefined,
      path: '/eula',
      origin: originOf(match.context),
    }),
  component: EulaPage,
})
