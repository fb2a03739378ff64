import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage } from '@/client/features/back-office/activity/activity-page'
import { searchTexts } from '../search-texts'

export const Route = createFileRoute('/backoffice/activity')({
  validateSearch: searchTexts('action', 'user_id'),
  component: ActivityPage,
})
