import { createFileRoute, redirect } from '@tanstack/react-router'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE, TIDE_STATION } from '@/site/site'
import { TidesPage } from './tides-page'

/** Tides and sun (rules 2.13). */
export const Route = createFileRoute('/tides')({
  loader: () => {
    if (TIDE_STATION === undefined) throw redirect({ to: '/', replace: true })
  },
  head: ({ match }) =>
    pageHead({
      title: m.tides_title({ village: SITE.village }),
      description: import.meta.env.SSR ? m.tides_description({ village: SITE.village }) : undefined,
      path: '/tides',
      origin: originOf(match.context),
    }),
  component: TidesPage,
})
