import { createFileRoute } from '@tanstack/react-router'
import { UsersPage } from '@/client/back-office/users/users-page'
import { searchTexts } from '@/client/back-office/layout/lists/search/search-texts'

export const Route = createFileRoute('/backoffice/users')({
  validateSearch: searchTexts('search'),
  component: UsersPage,
})
