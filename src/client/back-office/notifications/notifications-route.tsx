import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '@/client/back-office/notifications/notifications-page'

export const Route = createFileRoute('/backoffice/notifications')({ component: NotificationsPage })
