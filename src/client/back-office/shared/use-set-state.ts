import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { outcomeOf, unwrap } from '@/client/shared/offline/client-call'
import { failureText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { setDayState, setEventState } from '@/contract/back-office/back-office-events'
import { REVIEW_UNDO_SECONDS } from '@/domain/events/event'
import type { Announcement } from '@/domain/events/event-state'
import * as m from '@/messages/compiled/messages.js'
import { isConflict } from './use-write'
import { eventQuery, updateListedEvents } from './back-office-queries'

/** Replaces the state of an event, or of one of its village days; undefined removes it. */
export interface StateChange {
  id: string
  day?: string | undefined
  revision: number
  before: Announcement | undefined
  wanted: Announcement | undefined
}

const ERROR_MS = 5000

interface SetStateOptions {
  /** Comes at once, before lists are fetched again. */
  onStored?: () => void
  /** Is for who shows both versions; without it the toast of a failure says that somebody else was first. */
  onConflict?: () => void
}

/** Sets the state of an event, with a toast that undoes it for as long as a review can be undone. */
export function useSetState({ onStored, onConflict }: SetStateOptions = {}) {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: sendState,
    networkMode: 'always',
    onSuccess: (event, change) => {
      queryClient.setQueryData(eventQuery(event.id).queryKey, event)
      updateListedEvents(queryClient, [event])
      const { before, wanted, isUndo = false } = change
      if (isUndo) return toast.success(m.admin_state_undone({ title: event.title }))
      const back = { ...change, revision: event.revision, before: wanted, wanted: before, isUndo: true }
      toast.success(m.admin_state_saved(), {
        description: event.title,
        durationMs: REVIEW_UNDO_SECONDS * 1000,
        action: { label: m.admin_event_undo(), onPress: () => mutation.mutate(back) },
      })
      onStored?.()
    },
    onError: (error, { isUndo = false }) => {
      const outcome = outcomeOf(error)
      // An administrator who pressed Undo has closed the form that would show both.
      if (onConflict && !isUndo && isConflict(error)) return onConflict()
      toast.error(m.admin_state_failed(), { durationMs: ERROR_MS, description: failureText(outcome) })
    },
    // The lists are fetched after a failure too: somebody else may have been first.
    // It is pending until then: a button beside the old state would be pressed again.
    onSettled: () => queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY }),
  })
  return mutation
}

async function sendState({
  id,
  day,
  revision,
  wanted,
}: StateChange & { isUndo?: boolean }): Promise<BackOfficeEvent> {
  const { api } = await loadOfflineClient()
  const body = { state: wanted?.state ?? null, note: wanted?.note ?? '', revision }
  return unwrap(
    day === undefined
      ? await api.call(setEventState, { params: { id }, body })
      : await api.call(setDayState, { params: { id, day }, body }),
  )
}
