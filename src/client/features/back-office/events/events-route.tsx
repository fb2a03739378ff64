import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '@/client/features/back-office/events/events-page'
import { readEventsSearch } from './events-search'

export const Route = createFileRoute('/backoffice/events')({
  validateSearch: readEventsSearch,
  component: EventsPage,
})
