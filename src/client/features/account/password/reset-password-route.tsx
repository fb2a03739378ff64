import { createFileRoute } from '@tanstack/react-router'
import { searchTexts } from '@/client/shared/links/search-texts'
import { ResetPasswordPage } from '@/client/features/account/password/reset-password-page'

const readSearch = searchTexts('token')

export const Route = createFileRoute('/reset-password')({
  validateSearch: readSearch,
  head: async ({ match }) => (await import('../account-heads')).resetPasswordHead(match.context),
  component: ResetPasswordPage,
})
