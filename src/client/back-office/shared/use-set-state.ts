import { useQueryClient } from '@tanstack/react-query'
import { unwrap } from '@/client/shared/offline/client-call'
import { type BackOfficeEvent, setDayState, setEventState } from '@/contract/back-office/back-office-events'
import type { Announcement } from '@/domain/events/event-state'
import * as m from '@/messages/compiled/messages.js'
import type { ApiClient } from '@/offline/api/api-client'
import { isConflict, useAction } from './use-action'
import { eventQuery } from './back-office-queries'

/** Replaces the state of an event, or of one of its village days; undefined removes it. */
export interface StateChange {
  id: string
  day?: string | undefined
  revision: number
  before: Announcement | undefined
  wanted: Announcement | undefined
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
  const keep = (event: BackOfficeEvent) => queryClient.setQueryData(eventQuery(event.id).queryKey, event)
  const back = useAction({
    run: sendState,
    done: (event) => ({ title: m.admin_state_undone({ title: event.title }) }),
    failed: () => m.admin_state_failed(),
    onDone: keep,
  })
  return useAction({
    run: sendState,
    done: (event) => ({ title: m.admin_state_saved(), description: event.title }),
    undo: (event, change) => () =>
      back.mutate({ ...change, revision: event.revision, before: change.wanted, wanted: change.before }),
    failed: () => m.admin_state_failed(),
    onDone: (event) => {
      keep(event)
      onStored?.()
    },
    onFailed: (error) => {
      if (onConflict === undefined || !isConflict(error)) return false
      onConflict()
      return true
    },
  })
}

async function sendState(
  { id, day, revision, wanted }: StateChange,
  api: ApiClient,
): Promise<BackOfficeEvent> {
  const body = { state: wanted?.state ?? null, note: wanted?.note ?? '', revision }
  return unwrap(
    day === undefined
      ? await api.call(setEventState, { params: { id }, body })
      : await api.call(setDayState, { params: { id, day }, body }),
  )
}
