import { createFileRoute } from '@tanstack/react-router'
import { UsersPage } from '@/client/back-office/users/users-page'
import { searchTexts } from '@/client/shared/links/search-texts'

export const Route = createFileRoute('/backoffice/users')({
  validateSearch: searchTexts('search'),
  component: UsersPage,
})
