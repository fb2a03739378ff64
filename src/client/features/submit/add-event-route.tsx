import { createFileRoute } from '@tanstack/react-router'
import { AddEventPage } from '@/client/features/submit/add-event-page'
import { usedTagsQuery } from '@/client/shared/programme/programme-queries'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

interface AddEventSearch {
  /** An entry of the outbox to change. */
  edit?: string
  /** A rejected event of the current user, to change and submit again. */
  again?: string
  /** An earlier submission to begin a new event with: an entry of the outbox, or an event of the current user. */
  like?: string
  /** An entry of the outbox that was submitted here: its confirmation. */
  sent?: string
  /** Set when another app shared text or a photo, which waits for this form. */
  shared?: number
}

export const Route = createFileRoute('/add-event')({
  validateSearch: (search: Record<string, unknown>): AddEventSearch => ({
    ...(typeof search['edit'] === 'string' ? { edit: search['edit'] } : {}),
    ...(typeof search['again'] === 'string' ? { again: search['again'] } : {}),
    ...(typeof search['like'] === 'string' ? { like: search['like'] } : {}),
    ...(typeof search['sent'] === 'string' ? { sent: search['sent'] } : {}),
    ...(search['shared'] === undefined ? {} : { shared: 1 }),
  }),
  // The page comes with its tags, whose place would else be another's at first; a browser does not wait for them.
  loader: async ({ context: { queryClient, programme } }) => {
    const tags = queryClient.prefetchQuery(usedTagsQuery(programme))
    if (import.meta.env.SSR) await tags
  },
  head: ({ match }) =>
    pageHead({
      title: m.form_page_title(),
      description: import.meta.env.SSR ? m.form_page_description({ village: SITE.village }) : undefined,
      path: '/add-event',
      origin: originOf(match.context),
    }),
  component: AddEventPage,
})
