import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { CallFailed } from '@/client/shared/offline/call-failed'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { REVIEW_UNDO_SECONDS } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { eventQuery, refetchListedEvents, sendReview } from './back-office-queries'
import {
  REVIEW_QUEUES_KEY,
  removeFromQueues,
  updateReviewedEvents,
} from '@/client/back-office/layout/lists/listed-events'
import { useLastReview } from './last-review'

/**
 * Approves or rejects one event, with a toast for the result (rules 8) and the way back. `failed` is the error text of the screen;
 * `onReviewed` and `onFailed` come at once, before lists are fetched again.
 */
export function useReview(
  failed: (action: 'approve' | 'reject') => string,
  {
    onReviewed,
    onFailed,
  }: { onReviewed?: (id: string) => void; onFailed?: (id: string, error: Error) => void } = {},
) {
  const queryClient = useQueryClient()
  const { reviewed, undo } = useLastReview()
  return useMutation({
    mutationFn: sendReview,
    networkMode: 'always',
    onSuccess: (event, { action, id }) => {
      queryClient.setQueryData(eventQuery(id).queryKey, event)
      if (event) updateReviewedEvents(queryClient, [event])
      removeFromQueues(queryClient, id)
      const title = action === 'approve' ? m.admin_event_approved() : m.admin_event_rejected()
      // A server that says no more than that it is done knows no way back.
      if (event === undefined) toast.success(title)
      else {
        reviewed([id])
        toast.success(title, {
          description: event.email === '' ? m.admin_unmailed() : m.admin_event_undo_hint(),
          durationMs: REVIEW_UNDO_SECONDS * 1000,
          action: { label: m.admin_event_undo(), onPress: () => undo([id]) },
        })
      }
      onReviewed?.(id)
    },
    onError: (error, { action, id }) => {
      onFailed?.(id, error)
      const why = error instanceof CallFailed ? reasonOf(error) : undefined
      toast.error(failed(action), { durationMs: 5000, ...(why ? { description: why } : {}) })
      if (error instanceof CallFailed && error.outcome.kind === 'refused')
        void refetchListedEvents(queryClient, [id])
    },
    // The lists are fetched after a failure too: somebody else may have reviewed it. Only then is the queue fetched as well.
    onSettled: (_, error) =>
      void queryClient.invalidateQueries({
        queryKey: BACK_OFFICE_KEY,
        predicate: ({ queryKey }) => error !== null || queryKey[1] !== REVIEW_QUEUES_KEY[1],
      }),
  })
}

function reasonOf({ outcome }: CallFailed): string {
  // The page is shown fresh: nothing need be reloaded.
  const isReviewed = outcome.kind === 'refused' && outcome.code === 'CONFLICT'
  return isReviewed ? m.admin_event_reviewed_meanwhile() : failureText(outcome)
}
