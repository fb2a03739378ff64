import { useQueryClient } from '@tanstack/react-query'
import { setDayState, setEventState, type BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { Announcement } from '@/domain/events/event-state'
import * as m from '@/messages/compiled/messages.js'
import { eventQuery } from './back-office-queries'
import { isConflict, useAction } from './use-action'

/** Replaces the state of an event, or of one of its village days; undefined removes it. */
export interface StateChange {
  id: string
  day?: string | undefined
  revision: number
  before: Announcement | undefined
  wanted: Announcement | undefined
  isUndo?: boolean
}

interface SetStateOptions {
  /** Comes at once, before lists are fetched again. */
  onStored?: () => void
  /** Is for who shows both versions; without it the toast of a failure says that somebody else was first. */
  onConflict?: () => void
}

/** Sets the state of an event, which can be undone for as long as a review can. */
export function useSetState({ onStored, onConflict }: SetStateOptions = {}) {
  const queryClient = useQueryClient()
  const action = useAction<StateChange, BackOfficeEvent>({
    run: ({ id, day, revision, wanted }, api) => {
      const body = { state: wanted?.state ?? null, note: wanted?.note ?? '', revision }
      return day === undefined
        ? api.call(setEventState, { params: { id }, body })
        : api.call(setDayState, { params: { id, day }, body })
    },
    done: ({ title }, { isUndo }) =>
      isUndo ? [m.admin_state_undone({ title })] : [m.admin_state_saved(), title],
    undo: ({ revision }, { isUndo, ...change }) =>
      isUndo
        ? undefined
        : () =>
            action.mutate({
              ...change,
              revision,
              before: change.wanted,
              wanted: change.before,
              isUndo: true,
            }),
    failed: () => m.admin_state_failed(),
    onDone: (event, { isUndo }) => {
      queryClient.setQueryData(eventQuery(event.id).queryKey, event)
      if (!isUndo) onStored?.()
    },
    onFailed: (error, { isUndo }) => {
      if (isUndo || onConflict === undefined || !isConflict(error)) return
      onConflict()
      return true
    },
  })
  return action
}
