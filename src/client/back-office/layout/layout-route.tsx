import { createFileRoute } from '@tanstack/react-router'
import { BackOfficeLayout } from '@/client/back-office/layout/back-office-layout'
import { NotFoundPage } from '@/client/shared/layout/not-found-page'
import { SITE } from '@/site/site'

/** Staff only, in the browser only: nothing of it is rendered by the server (rules 2.12). */
export const Route = createFileRoute('/backoffice')({
  ssr: false,
  beforeLoad: async ({ location }) => (await import('./sign-in/admin-guard')).requireAdmin(location.href),
  head: () => ({
    meta: [{ title: `Back office · ${SITE.name}` }, { name: 'robots', content: 'noindex, nofollow' }],
  }),
  component: BackOfficeLayout,
  notFoundComponent: NotFoundPage,
})
