import { createFileRoute } from '@tanstack/react-router'
import { searchTexts } from '@/client/shared/links/web-url'
import { ResetPasswordPage } from './reset-password-page'

const readSearch = searchTexts('token')

export const Route = createFileRoute('/reset-password')({
  validateSearch: readSearch,
  head: async ({ match }) =>
    (await import('@/client/features/account/account-frame')).resetPasswordHead(match.context),
  component: ResetPasswordPage,
})
