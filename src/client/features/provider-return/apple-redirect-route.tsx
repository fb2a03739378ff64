import { createFileRoute } from '@tanstack/react-router'
import { SITE } from '@/site'
import { ProviderReturnPage } from './provider-return-page'

export const Route = createFileRoute('/auth/apple/redirect')({
  head: () => ({
    meta: [{ title: SITE.name }, { name: 'robots', content: 'noindex' }],
  }),
  component: AppleReturn,
})

function AppleReturn() {
  return <ProviderReturnPage provider="apple" />
}
