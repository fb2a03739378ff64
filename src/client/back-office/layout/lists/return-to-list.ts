import { useNavigate, useRouter } from '@tanstack/react-router'
import { cameFromList } from '@/client/shared/layout/history-state'

/** Returns to the events list: where it was left, filters and all, when one came from there. */
export function useReturnToList(): () => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  return () => {
    if (cameFromList(history)) history.back()
    else void navigate({ to: '/backoffice/events', search: {} })
  }
}
