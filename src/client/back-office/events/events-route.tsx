import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '@/client/back-office/events/events-page'
import { searchTexts } from '@/client/back-office/layout/lists/search-texts'

export const Route = createFileRoute('/backoffice/events')({
  validateSearch: searchTexts('status', 'tags', 'user_id', 'q'),
  component: EventsPage,
})
