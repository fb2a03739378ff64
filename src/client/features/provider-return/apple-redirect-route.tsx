import { createFileRoute } from '@tanstack/react-router'
import { ProviderReturnPage } from './provider-return-page'

export const Route = createFileRoute('/auth/apple/redirect')({
  component: () => <ProviderReturnPage provider="apple" />,
})
