import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '@/client/features/account/register-page'
import { originOf, privatePageHead } from '@/client/kit/page-head'
import * as m from '@/messages/compiled/messages.js'

export const Route = createFileRoute('/register')({
  /** `sent`: the registration of this browser waits for its address to be confirmed. */
  validateSearch: (search: Record<string, unknown>): { sent?: true } =>
    search['sent'] === true ? { sent: true } : {},
  head: ({ match }) =>
    privatePageHead({
      title: m.sign_in_register_title(),
      path: '/register',
      origin: originOf(match.context),
    }),
  component: RegisterPage,
})
