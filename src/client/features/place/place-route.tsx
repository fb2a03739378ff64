import { createFileRoute } from '@tanstack/react-router'
import { originOf, unknownPageHead } from '@/client/shared/layout/page-head'
import { loadPlace } from './load-place'
import { NoSuchPlace, PlacePage, PlaceSkeleton } from './place-page'

/** `/places/coxos` shows what is on at a place. */
export const Route = createFileRoute('/places/$slug')({
  // The loader comes with the page and brings its head, so that the first load has neither.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'notFoundComponent']],
  loader: async ({ context, params }) => loadPlace(context, params.slug, originOf(context)),
  head: ({ loaderData }) => loaderData ?? unknownPageHead(),
  component: PlacePage,
  pendingComponent: PlaceSkeleton,
  notFoundComponent: NoSuchPlace,
})
