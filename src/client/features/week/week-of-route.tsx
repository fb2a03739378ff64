import { createFileRoute } from '@tanstack/react-router'
import { unknownPageHead } from '@/client/shared/layout/page-head'
import { loadWeek, readWeekSearch } from './week-query'
import { NoSuchWeek, WeekPage, WeekSkeleton } from './week-page'

/** A week to come on paper (rules 2.14): `/week/2026-W49`. */
export const Route = createFileRoute('/week/$week')({
  // The loader comes with the page and brings its head.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'notFoundComponent']],
  validateSearch: readWeekSearch,
  loaderDeps: ({ search }) => readWeekSearch(search),
  loader: async ({ context, deps, params }) => loadWeek(context, deps, params.week),
  head: ({ loaderData }) => loaderData ?? unknownPageHead(),
  component: WeekPage,
  pendingComponent: WeekSkeleton,
  notFoundComponent: NoSuchWeek,
})
