import { createFileRoute } from '@tanstack/react-router'
import { unknownPageHead } from '@/client/shared/layout/page-head'
import { loadWeek, readWeekSearch } from './week-query'
import { WeekPage, WeekSkeleton } from './week-page'

/** This week on paper (rules 2.14). */
export const Route = createFileRoute('/week')({
  // The loader comes with the page and brings its head.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent']],
  validateSearch: readWeekSearch,
  loaderDeps: ({ search }) => readWeekSearch(search),
  loader: async ({ context, deps }) => loadWeek(context, deps),
  head: ({ loaderData }) => loaderData ?? unknownPageHead(),
  component: WeekPage,
  pendingComponent: WeekSkeleton,
})
