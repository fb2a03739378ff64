import { createFileRoute } from '@tanstack/react-router'
import { SITE } from '@/site'
import { ProviderReturnPage } from './provider-return-page'

export const Route = createFileRoute('/auth/google/callback')({
  head: () => ({
    meta: [{ title: SITE.name }, { name: 'robots', content: 'noindex' }],
  }),
  component: GoogleReturn,
})

function GoogleReturn() {
  return <ProviderReturnPage provider="google" />
}
