import { createFileRoute } from '@tanstack/react-router'
import { AddEventPage } from '@/client/features/submit/add-event-page'
import { searchTexts } from '@/client/shared/links/search-texts'
import { usedTagsQuery } from '@/client/shared/programme/programme-queries'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

const readTexts = searchTexts('edit', 'again', 'like', 'sent')

export const Route = createFileRoute('/add-event')({
  /**
   * `edit`: an entry of the outbox to change. `again`: a rejected event of the current user, to change and submit again. `like`: an
   * earlier submission to begin a new event with, an entry of the outbox or an event of the current user. `sent`: an entry of the outbox
   * that was submitted here, for its confirmation. `shared`: another app shared text or a photo, which waits for this form.
   */
  validateSearch: (search: Record<string, unknown>): ReturnType<typeof readTexts> & { shared?: number } => ({
    ...readTexts(search),
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
