import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '@/client/back-office/dashboard/dashboard-page'

export const Route = createFileRoute('/backoffice/dashboard')({ component: DashboardPage })
