import { useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page whose link was followed: going back from here shows it as it was left. */
    cameFrom?: 'list' | 'detail'
  }
}

/** Returns to the events list: where it was left, filters and all, when one came from there. */
export function useReturnToList(): () => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  return () => {
    if (history.location.state.cameFrom === 'list') history.back()
    else void navigate({ to: '/backoffice/events', search: {} })
  }
}
