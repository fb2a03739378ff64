import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '@/client/back-office/events/events-page'
import { EVENTS_SEARCH_KEYS } from '@/client/back-office/layout/lists/search/events-search-keys'
import { searchTexts } from '@/client/shared/links/search-texts'

export const Route = createFileRoute('/backoffice/events')({
  validateSearch: searchTexts(...EVENTS_SEARCH_KEYS),
  component: EventsPage,
})
