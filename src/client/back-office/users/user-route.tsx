import { createFileRoute } from '@tanstack/react-router'
import { UserPage } from '@/client/back-office/users/user-page'

export const Route = createFileRoute('/backoffice/users/$id')({ component: UserPage })
