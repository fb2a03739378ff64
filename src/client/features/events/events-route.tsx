import { createFileRoute } from '@tanstack/react-router'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import { eventListQuery, usedTagsQuery } from '@/client/shared/programme/programme-queries'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { filterOf, readSearch } from './filters/event-filters'
import { EventsPage } from './events-page'

/** The list of events with its filters (rules 2.5). */
export const Route = createFileRoute('/events')({
  // Most visits begin here or on the home page: their code is in the first chunk, not loaded after it.
  codeSplitGroupings: [],
  validateSearch: readSearch,
  loaderDeps: ({ search }) => ({ ...readSearch(search), view: undefined, filters: undefined }),
  loader: async ({ context: { queryClient, programme, nowSeconds }, deps: { page = 1, ...search } }) => {
    const filter = filterOf(search, nowSeconds)
    const list = queryClient.fetchInfiniteQuery(eventListQuery(programme, filter, page))
    // Rendered without the tags to filter by rather than not at all.
    const tags = queryClient.prefetchQuery(usedTagsQuery(programme))
    // The server fails with the list, so that nobody stores an empty page under a good status. A browser shows its page.
    if (import.meta.env.SSR) await Promise.all([list, tags])
    else list.catch(() => undefined)
  },
  head: async ({ match }) => {
    const { meta, links } = pageHead({
      title: m.events_title({ village: SITE.village }),
      description: import.meta.env.SSR ? m.events_description({ village: SITE.village }) : undefined,
      path: '/events',
      origin: originOf(match.context),
    })
    // Programs read these links from the server's page.
    const feeds = import.meta.env.SSR
      ? (await import('@/client/shared/share/feed-links')).feedLinks(match.search, match.context.locale)
      : []
    return { meta, links: [...links, ...feeds] }
  },
  component: EventsPage,
})
