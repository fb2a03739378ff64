import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '@/client/back-office/layout/sign-in/login-page'
import { SITE } from '@/site/site'

export const Route = createFileRoute('/backoffice/login')({
  ssr: false,
  head: () => ({
    meta: [{ title: `Back office · ${SITE.name}` }, { name: 'robots', content: 'noindex, nofollow' }],
  }),
  component: LoginPage,
})
