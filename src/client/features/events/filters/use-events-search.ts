import { useSearch } from '@tanstack/react-router'
import { readSearch } from './event-filters'
import type { EventsSearch } from './event-filters'

/** The search of the address, and nothing else of it: the router leaves in what `readSearch` has left out. */
export function useEventsSearch(): EventsSearch {
  return useSearch({ from: '/events', select: readSearch, structuralSharing: true })
}
