import { createFileRoute } from '@tanstack/react-router'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import { homeQuery } from '@/client/shared/programme/programme-queries'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { HomePage } from './home-page'

/** Home (rules 2.3). */
export const Route = createFileRoute('/')({
  // See /events.
  codeSplitGroupings: [],
  loader: async ({ context: { queryClient, programme } }) => {
    const home = queryClient.fetchQuery(homeQuery(programme))
    if (import.meta.env.SSR) await home
    else home.catch(() => undefined)
  },
  head: ({ match }) =>
    pageHead({
      title: m.home_title({ village: SITE.village }),
      description: import.meta.env.SSR ? m.home_description({ village: SITE.village }) : undefined,
      path: '/',
      origin: originOf(match.context),
    }),
  component: HomePage,
})
