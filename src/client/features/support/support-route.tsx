import { createFileRoute } from '@tanstack/react-router'
import { SupportPage } from '@/client/features/support/support-page'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

export const Route = createFileRoute('/contacts')({
  /** `edit` is the id of an unsent message in the outbox. */
  validateSearch: (search: Record<string, unknown>): { edit?: string } =>
    typeof search['edit'] === 'string' ? { edit: search['edit'] } : {},
  head: ({ match }) =>
    pageHead({
      title: m.support_title(),
      description: import.meta.env.SSR ? m.support_page_description({ site: SITE.name }) : undefined,
      path: '/contacts',
      origin: originOf(match.context),
    }),
  component: SupportPage,
})
