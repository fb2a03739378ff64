import { useNavigate, useRouter } from '@tanstack/react-router'
import { cameFromList } from '@/client/shared/layout/history-state'
import type { EventsSearch } from './search/events-search'

/** Returns to the events list: where it was left when one came from there, else with these filters. */
export function useReturnToList(search: EventsSearch): () => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  return () => {
    if (cameFromList(history)) history.back()
    else void navigate({ to: '/backoffice/events', search })
  }
}
