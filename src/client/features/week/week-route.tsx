import { createFileRoute } from '@tanstack/react-router'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { loadWeek, readWeekSearch } from './week-query'
import { ThisWeekPage, WeekSkeleton } from './week-page'

/** This week on paper (rules 2.14). */
export const Route = createFileRoute('/week')({
  // The loader comes with the page.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent']],
  validateSearch: readWeekSearch,
  loaderDeps: ({ search }) => readWeekSearch(search),
  loader: async ({ context, deps }) => loadWeek(context, undefined, deps),
  head: ({ match, loaderData }) =>
    pageHead({
      title: m.week_title({ village: SITE.village }),
      description: import.meta.env.SSR ? m.week_description({ village: SITE.village }) : undefined,
      card: loaderData?.card,
      path: '/week',
      origin: originOf(match.context),
    }),
  component: ThisWeekPage,
  pendingComponent: WeekSkeleton,
})
