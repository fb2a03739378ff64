import { createFileRoute } from '@tanstack/react-router'
import { ProviderReturnPage } from './provider-return-page'

/**
 * The route has no head of its own: the server says `noindex` of it (server/http/pages), and every route's head is in
 * the first load.
 */
export const Route = createFileRoute('/auth/google/callback')({
  component: () => <ProviderReturnPage provider="google" />,
})
