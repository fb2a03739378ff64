import { createFileRoute } from '@tanstack/react-router'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { loadWeek, readWeekSearch } from './week-query'
import { NoSuchWeek, WeekOfPage, WeekSkeleton } from './week-page'

/** A week to come on paper (rules 2.14): `/week/2026-W49`. */
export const Route = createFileRoute('/week/$week')({
  // The loader comes with the page.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'notFoundComponent']],
  validateSearch: readWeekSearch,
  loaderDeps: ({ search }) => readWeekSearch(search),
  loader: async ({ context, deps, params }) => loadWeek(context, params.week, deps),
  head: ({ match, params, loaderData }) =>
    pageHead({
      title: loaderData?.title ?? m.week_title({ village: SITE.village }),
      description: import.meta.env.SSR ? m.week_description({ village: SITE.village }) : undefined,
      card: loaderData?.card,
      path: `/week/${params.week}`,
      origin: originOf(match.context),
    }),
  component: WeekOfPage,
  pendingComponent: WeekSkeleton,
  notFoundComponent: NoSuchWeek,
})
