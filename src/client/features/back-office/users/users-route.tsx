import { createFileRoute } from '@tanstack/react-router'
import { UsersPage } from '@/client/features/back-office/users/users-page'
import { readUsersSearch } from './users-search'

export const Route = createFileRoute('/backoffice/users')({
  validateSearch: readUsersSearch,
  component: UsersPage,
})
