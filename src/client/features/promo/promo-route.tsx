import { createFileRoute } from '@tanstack/react-router'
import { PromoPage } from '@/client/features/promo/promo-page'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

export const Route = createFileRoute('/promo')({
  head: ({ match }) =>
    pageHead({
      title: m.download_promo_page_title(),
      description: import.meta.env.SSR ? m.download_promo_page_description({ site: SITE.name }) : undefined,
      path: '/promo',
      origin: originOf(match.context),
    }),
  component: PromoPage,
})
