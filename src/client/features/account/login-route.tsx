import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '@/client/features/account/login-page'
import { originOf, privatePageHead } from '@/client/kit/page-head'
import * as m from '@/messages/compiled/messages.js'

export const Route = createFileRoute('/login')({
  /** Of the link in the mail that confirms an address. */
  validateSearch: (search: Record<string, unknown>): { 'confirm-email-token'?: string } =>
    search['confirm-email-token'] === undefined
      ? {}
      : { 'confirm-email-token': String(search['confirm-email-token']) },
  loader: async ({ context: { api, origin, queryClient } }) => {
    // The buttons of the page that the server renders move nothing when they come.
    if (!import.meta.env.SSR || api === undefined) return
    const { signInProvidersQuery } = await import('@/client/kit/sign-in-providers')
    await queryClient.prefetchQuery(signInProvidersQuery({ api, origin }))
  },
  head: ({ match }) =>
    privatePageHead({ title: m.sign_in_page_title(), path: '/login', origin: originOf(match.context) }),
  component: LoginPage,
})
