import { createFileRoute } from '@tanstack/react-router'
import { EventPage } from '@/client/back-office/event/event-page'
import { EVENTS_SEARCH_KEYS } from '@/client/back-office/layout/lists/search/events-search-keys'
import { searchTexts } from '@/client/shared/links/search-texts'

export const Route = createFileRoute('/backoffice/events/$id')({
  // `queue`: one event after the other is reviewed, of the list with these filters.
  validateSearch: searchTexts('queue', ...EVENTS_SEARCH_KEYS),
  component: EventPage,
})
