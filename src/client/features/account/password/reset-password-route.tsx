import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '@/client/features/account/password/reset-password-page'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    search['token'] === undefined ? {} : { token: String(search['token']) },
  head: async ({ match }) => (await import('../account-heads')).resetPasswordHead(match.context),
  component: ResetPasswordPage,
})
