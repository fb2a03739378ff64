import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '@/client/features/account/register/register-page'

export const Route = createFileRoute('/register')({
  /** `sent`: the registration of this browser waits for its address to be confirmed. */
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: true | undefined } =>
    sent === undefined ? {} : { sent: sent === true || undefined },
  loader: async ({ context: { api, origin, queryClient } }) => {
    // The buttons of the page that the server renders move nothing when they come.
    if (!import.meta.env.SSR || api === undefined) return
    const { signInProvidersQuery } = await import('@/client/shared/sign-in/sign-in-providers')
    await queryClient.prefetchQuery(signInProvidersQuery({ api, origin }))
  },
  head: async ({ match }) => (await import('../account-heads')).registerHead(match.context),
  component: RegisterPage,
})
