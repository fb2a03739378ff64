import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage } from '@/client/back-office/activity/activity-page'
import { searchTexts } from '@/client/shared/links/search-texts'

export const Route = createFileRoute('/backoffice/activity')({
  validateSearch: searchTexts('action', 'user_id'),
  component: ActivityPage,
})
