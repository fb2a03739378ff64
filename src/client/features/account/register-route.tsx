import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '@/client/features/account/register-page'
import { originOf, privatePageHead } from '@/client/kit/page-head'
import * as m from '@/messages/compiled/messages.js'

export const Route = createFileRoute('/register')({
  /** `sent`: the registration of this browser waits for its address to be confirmed. */
  validateSearch: (search: Record<string, unknown>): { sent?: true } =>
    search['sent'] === true ? { sent: true } : {},
  loader: async ({ context: { api, origin, queryClient } }) => {
    // The buttons of the page that the server renders move nothing when they come.
    if (!import.meta.env.SSR || api === undefined) return
    const { signInProvidersQuery } = await import('@/client/kit/sign-in-providers')
    await queryClient.prefetchQuery(signInProvidersQuery({ api, origin }))
  },
  head: ({ match }) =>
    privatePageHead({
      title: m.sign_in_register_title(),
      path: '/register',
      origin: originOf(match.context),
    }),
  component: RegisterPage,
})
