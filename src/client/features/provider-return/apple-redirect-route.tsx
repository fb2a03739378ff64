import { createFileRoute } from '@tanstack/react-router'
import { ProviderReturnPage } from './provider-return-page'

/** Without a head of its own, like Google's. */
export const Route = createFileRoute('/auth/apple/redirect')({
  component: () => <ProviderReturnPage provider="apple" />,
})
