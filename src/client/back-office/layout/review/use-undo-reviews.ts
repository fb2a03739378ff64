import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { failureText } from '@/client/shared/forms/server-error-text'
import { outcomeOf, unwrap } from '@/client/shared/offline/call-failed'
import type { CallFailed } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { undoReview, undoReviews } from '@/contract/back-office/back-office-reviews'
import * as m from '@/messages/compiled/messages.js'
import { putBackOnReview, updateReviewedEvents } from '@/client/back-office/layout/lists/listed-events'
import { eventQuery } from './back-office-queries'
import { sendInBatches } from './batch'
import type { BatchResult } from './batch'

const ERROR_MS = 5000
type Undone = { event: BackOfficeEvent } | BatchResult

/** Puts events on review again, as long as nobody was told of their reviews; called with their ids. */
export function useUndoReviews(onUndone: (ids: readonly string[]) => void) {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: sendUndo,
    networkMode: 'always',
    onSuccess: (undone) => {
      if ('event' in undone) {
        const { event } = undone
        queryClient.setQueryData(eventQuery(event.id).queryKey, event)
        updateReviewedEvents(queryClient, [event])
        toast.success(m.admin_event_undone({ title: event.title }))
        return onUndone([event.id])
      }
      const { done, failed, error } = undone
      putBackOnReview(queryClient, done)
      if (done.length > 0) toast.success(m.admin_events_undone({ n: done.length }))
      if (error) sayUnsent(error, failed)
      else if (failed.length > 0)
        toast.error(m.admin_events_undo_failed({ n: failed.length }), { durationMs: ERROR_MS })
      onUndone(done)
    },
    onError: (error, ids) => {
      const outcome = outcomeOf(error)
      const isLate =
        outcome.kind === 'refused' && (outcome.code === 'CONFLICT' || outcome.code === 'NOT_FOUND')
      if (isLate) toast.error(m.admin_event_undo_failed(), { durationMs: ERROR_MS })
      else sayUnsent(outcome, ids)
    },
    // Not awaited: the time for another try runs out.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY }),
  })
  const sayUnsent = (outcome: CallFailed['outcome'], ids: readonly string[]) =>
    toast.error(m.admin_undo_failed(), {
      durationMs: ERROR_MS,
      description: failureText(outcome),
      action: { label: m.admin_event_undo(), onPress: () => mutation.mutate(ids) },
    })
  return mutation
}

async function sendUndo(ids: readonly string[]): Promise<Undone> {
  const { api } = await loadOfflineClient()
  const [id, ...others] = ids
  if (id !== undefined && others.length === 0)
    return { event: unwrap(await api.call(undoReview, { params: { id } })) }
  return sendInBatches(ids, (event_ids) => api.call(undoReviews, { body: { event_ids } }))
}
