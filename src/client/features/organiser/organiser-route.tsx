import { createFileRoute } from '@tanstack/react-router'
import { originOf, unknownPageHead } from '@/client/shared/layout/page-head'
import { loadOrganiser } from './load-organiser'
import { NoSuchOrganiser, OrganiserPage, OrganiserSkeleton } from './organiser-page'

/** `/organisers/clube-de-surf` shows who an organiser is and what is on by them. */
export const Route = createFileRoute('/organisers/$slug')({
  // The loader comes with the page and brings its head, so that the first load has neither.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'notFoundComponent']],
  loader: async ({ context, params }) => loadOrganiser(context, params.slug, originOf(context)),
  head: ({ loaderData }) => loaderData ?? unknownPageHead(),
  component: OrganiserPage,
  pendingComponent: OrganiserSkeleton,
  notFoundComponent: NoSuchOrganiser,
})
