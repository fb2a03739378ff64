import { createFileRoute } from '@tanstack/react-router'
import { UsersPage } from '@/client/features/back-office/users/users-page'
import { searchTexts } from '../search-texts'

export const Route = createFileRoute('/backoffice/users')({
  validateSearch: searchTexts('search'),
  component: UsersPage,
})
