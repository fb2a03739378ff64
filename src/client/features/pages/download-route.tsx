import { createFileRoute } from '@tanstack/react-router'
import { DownloadPage } from '@/client/features/pages/download-page'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

export const Route = createFileRoute('/download')({
  head: ({ match }) =>
    pageHead({
      title: m.download_title(),
      description: import.meta.env.SSR ? m.download_page_description({ site: SITE.name }) : undefined,
      path: '/download',
      origin: originOf(match.context),
    }),
  component: DownloadPage,
})
