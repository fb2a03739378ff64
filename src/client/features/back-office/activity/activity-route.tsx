import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage } from '@/client/features/back-office/activity/activity-page'
import { readActivitySearch } from './activity-search'

export const Route = createFileRoute('/backoffice/activity')({
  validateSearch: readActivitySearch,
  component: ActivityPage,
})
