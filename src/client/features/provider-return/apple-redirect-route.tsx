import { createFileRoute } from '@tanstack/react-router'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import { ProviderReturnPage } from './provider-return-page'

export const Route = createFileRoute('/auth/apple/redirect')({
  head: () => ({
    meta: [{ title: `${m.provider_page_title()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: AppleReturn,
})

function AppleReturn() {
  return <ProviderReturnPage provider="apple" />
}
