import { createFileRoute } from '@tanstack/react-router'
import { UsersPage } from '@/client/features/back-office/users/users-page'

export const Route = createFileRoute('/backoffice/users')({ component: UsersPage })
