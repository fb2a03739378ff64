import { createFileRoute } from '@tanstack/react-router'
import { ProviderReturnPage } from './provider-return-page'

/** The route has no head of its own, like Google's. */
export const Route = createFileRoute('/auth/apple/redirect')({
  component: () => <ProviderReturnPage provider="apple" />,
})
