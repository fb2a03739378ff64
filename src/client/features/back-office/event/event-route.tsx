import { createFileRoute } from '@tanstack/react-router'
import { EventPage } from '@/client/features/back-office/event/event-page'
import { searchTexts } from '../search-texts'

export const Route = createFileRoute('/backoffice/events/$id')({
  // `queue`: one event after the other is reviewed.
  validateSearch: searchTexts('queue'),
  component: EventPage,
})
