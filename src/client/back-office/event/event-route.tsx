import { createFileRoute } from '@tanstack/react-router'
import { EventPage } from '@/client/back-office/event/event-page'
import { searchTexts } from '@/client/back-office/layout/lists/search-texts'

export const Route = createFileRoute('/backoffice/events/$id')({
  // `queue`: one event after the other is reviewed.
  validateSearch: searchTexts('queue'),
  component: EventPage,
})
