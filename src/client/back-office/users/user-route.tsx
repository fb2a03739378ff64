import { createFileRoute } from '@tanstack/react-router'
import { UserPage } from './user-page'

export const Route = createFileRoute('/backoffice/users/$id')({ component: UserPage })
