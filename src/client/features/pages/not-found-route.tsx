import { createFileRoute, notFound } from '@tanstack/react-router'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { NotFoundPage } from '@/client/shared/layout/not-found-page'

/** Any path that leads nowhere (rules 2.1). */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: () => ({ meta: [{ title: `${m.shell_not_found()} · ${SITE.name}` }] }),
  notFoundComponent: NotFoundPage,
})
