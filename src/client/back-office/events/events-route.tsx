import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '@/client/back-office/events/events-page'
import { EVENTS_SEARCH_KEYS, searchTexts } from '@/client/back-office/layout/lists/search/search-texts'

export const Route = createFileRoute('/backoffice/events')({
  validateSearch: searchTexts(...EVENTS_SEARCH_KEYS),
  component: EventsPage,
})
