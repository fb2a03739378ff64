import { createFileRoute } from '@tanstack/react-router'
import { searchTexts } from '@/client/shared/links/search-texts'
import { LoginPage } from '@/client/features/account/login-page'

/** The token of the link in the mail that confirms an address. */
const readSearch = searchTexts('confirm-email-token')

export const Route = createFileRoute('/login')({
  validateSearch: readSearch,
  loader: async ({ context: { api, origin, queryClient } }) => {
    // The buttons of the page that the server renders move nothing when they come.
    if (!import.meta.env.SSR || api === undefined) return
    const { signInProvidersQuery } = await import('@/client/shared/sign-in/sign-in-providers')
    await queryClient.prefetchQuery(signInProvidersQuery({ api, origin }))
  },
  head: async ({ match }) => (await import('./account-heads')).loginHead(match.context),
  component: LoginPage,
})
