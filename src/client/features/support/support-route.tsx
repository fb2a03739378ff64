import { createFileRoute } from '@tanstack/react-router'
import { SupportPage } from '@/client/features/support/support-page'
import { searchTexts } from '@/client/shared/links/search-texts'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

/** `edit` is the id of an unsent message in the outbox. */
const readSearch = searchTexts('edit')

export const Route = createFileRoute('/contacts')({
  validateSearch: readSearch,
  head: ({ match }) =>
    pageHead({
      title: m.support_title(),
      description: import.meta.env.SSR ? m.support_page_description({ site: SITE.name }) : undefined,
      path: '/contacts',
      origin: originOf(match.context),
    }),
  component: SupportPage,
})
