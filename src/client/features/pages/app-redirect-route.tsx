import { createFileRoute } from '@tanstack/react-router'
import { AppRedirectPage } from '@/client/features/pages/app-redirect-page'
import { SITE } from '@/site/site'

/** The address that posters and QR codes carry (rules 2.1). */
export const Route = createFileRoute('/app')({
  head: () => ({ meta: [{ title: SITE.name }, { name: 'robots', content: 'noindex' }] }),
  component: AppRedirectPage,
})
