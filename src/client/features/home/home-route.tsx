import { createFileRoute } from '@tanstack/react-router'
import { originOf, pageHead } from '@/client/kit/page-head'
import { featuredView, prepare } from '@/client/kit/programme-content'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import { HomePage } from './home-page'

/** Home (spec 2.3). */
export const Route = createFileRoute('/')({
  loader: ({ context: { views, programme } }) => prepare(views, featuredView(programme)),
  head: ({ match }) =>
    pageHead({
      title: m.home_title({ village: SITE.village }),
      description: import.meta.env.SSR ? m.home_description({ village: SITE.village }) : undefined,
      path: '/',
      origin: originOf(match.context),
    }),
  component: HomePage,
  pendingComponent: HomePage,
})
