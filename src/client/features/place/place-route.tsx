import { createFileRoute } from '@tanstack/react-router'
import { originOf } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import { loadPlace } from './load-place'
import { NoSuchPlace, PlacePage, PlaceSkeleton } from './place-page'

/** `/places/coxos` shows what is on at a place. */
export const Route = createFileRoute('/places/$slug')({
  // The loader comes with the page and brings its head, so that the first load has neither.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'notFoundComponent']],
  loader: async ({ context, params }) => loadPlace(context, params.slug, originOf(context)),
  head: ({ loaderData }) =>
    loaderData ?? {
      meta: [{ title: `${m.shell_not_found()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }],
      links: [],
    },
  component: PlacePage,
  pendingComponent: PlaceSkeleton,
  notFoundComponent: NoSuchPlace,
})
