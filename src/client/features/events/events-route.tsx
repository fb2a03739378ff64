import { createFileRoute } from '@tanstack/react-router'
import { villageDay } from '@/client/kit/event-dates'
import { originOf, pageHead } from '@/client/kit/page-head'
import { listView, prepare, usedTagsView } from '@/client/kit/programme-content'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import { filterOf, readSearch } from './event-filters'
import { EventsPage } from './events-page'

/** All events with filters (spec 2.5). */
export const Route = createFileRoute('/events')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { tags, from, to, page } }) => ({ tags, from, to, page }),
  loader: async ({ context: { views, programme, nowSeconds }, deps: { page = 1, ...search } }) => {
    const filter = filterOf(search, villageDay(nowSeconds))
    // Drawn without the tags to filter by rather than not at all.
    const tags = prepare(views, usedTagsView(programme)).catch(() => undefined)
    await Promise.all([prepare(views, listView(programme, filter, page)), tags])
  },
  head: ({ match }) =>
    pageHead({
      title: m.events_title({ village: SITE.village }),
      description: import.meta.env.SSR ? m.events_description({ village: SITE.village }) : undefined,
      path: '/events',
      origin: originOf(match.context),
    }),
  component: EventsPage,
  pendingComponent: EventsPage,
})
