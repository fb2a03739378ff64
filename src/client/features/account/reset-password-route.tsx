import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '@/client/features/account/reset-password-page'
import { originOf, privatePageHead } from '@/client/kit/page-head'
import * as m from '@/messages/compiled/messages.js'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    search['token'] === undefined ? {} : { token: String(search['token']) },
  head: ({ match }) =>
    privatePageHead({
      title: m.sign_in_reset_title(),
      path: '/reset-password',
      origin: originOf(match.context),
    }),
  component: ResetPasswordPage,
})
