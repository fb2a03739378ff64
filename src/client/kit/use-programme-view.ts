import { useRouteContext } from '@tanstack/react-router'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { View, ViewState } from './programme-views'

/** What is known of a view now; asks for it when it is not fresh. Pass one object a view (`useMemo`). */
export function useProgrammeView<T>(view: View<T>): ViewState<T> & { retry: () => void } {
  const { views } = useRouteContext({ from: '__root__' })
  const state = useSyncExternalStore(
    useCallback((listener) => views.watch(view as View<unknown>, listener), [views, view]),
    () => views.state(view),
    () => views.state(view),
  )
  useEffect(() => views.refresh(view as View<unknown>), [views, view])
  const retry = useCallback(() => void views.ask(view).catch(() => undefined), [views, view])
  return { ...state, retry }
}
