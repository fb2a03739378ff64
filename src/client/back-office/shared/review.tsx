import { useNavigate, useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallFailed, unwrap } from '@/client/shared/offline/client-call'
import {
  BATCH_MAX,
  deleteEvents,
  reviewEvent,
  reviewEvents,
  undoReview,
  undoReviews,
} from '@/contract/back-office/back-office-events'
import { reviewedStatus, type ReviewAction } from '@/domain/events/event'
import { toLines } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import type { ApiClient } from '@/offline/api/api-client'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { eventQuery, removeFromQueues, updateLists } from './back-office-queries'
import { isConflict, isGone, useAction, useUndoKey, wayBack } from './use-action'

/** Around the pages of the back office: the key `u` undoes the last review on each of them. */
export function LastReviewProvider({ children }: { children: ReactNode }) {
  useUndoKey()
  return children
}

interface Review {
  id: string
  action: ReviewAction
  reason?: string | undefined
  /** The revision that the reviewer has read. */
  revision?: number | undefined
}

interface ReviewOptions {
  /** The title of the toast of a failure, in the words of the screen. */
  failed: (action: ReviewAction) => string
  /** They come at once, before lists are fetched again. */
  onReviewed?: (id: string) => void
  onFailed?: (id: string, error: Error) => void
}

/** Approves or rejects one event, with a toast for the result (rules 8) and the way back. */
export function useReview({ failed, onReviewed, onFailed }: ReviewOptions) {
  const queryClient = useQueryClient()
  const undo = useUndoReviews()
  return useAction({
    run: async ({ id, action, reason, revision }: Review, api) => {
      const body = { action, ...reasonOf(reason), ...(revision !== undefined && { revision }) }
      return unwrap(await api.call(reviewEvent, { params: { id }, body }))
    },
    done: (event, { action }) => ({
      title: action === 'approve' ? m.admin_event_approved() : m.admin_event_rejected(),
      description: event && (event.email === '' ? m.admin_unmailed() : m.admin_event_undo_hint()),
    }),
    // A server that says no more than that it is done knows no way back.
    undo: (event, { id }) => event && (() => undo.mutate([id])),
    failed: ({ action }) => failed(action),
    // The page is shown fresh: nothing need be reloaded.
    why: (error) => (isConflict(error) ? m.admin_event_reviewed_meanwhile() : undefined),
    onDone: (event, { id, action }) => {
      if (event) queryClient.setQueryData(eventQuery(id).queryKey, event)
      updateLists(queryClient, [id], { status: reviewedStatus(action) })
      removeFromQueues(queryClient, id)
      onReviewed?.(id)
    },
    onFailed: (error, { id }) => {
      onFailed?.(id, error)
      return false
    },
  })
}

export type BatchAction = ReviewAction | 'delete'

export interface Batch {
  action: BatchAction
  ids: readonly string[]
  /** The revisions that the reviewer has read, by id. */
  revisions?: Readonly<Record<string, number>>
  reason?: string | undefined
}

interface BatchResult {
  done: string[]
  failed: string[]
}

/** Reviews or deletes several events, with a toast for the result (rules 8), and the way back from a review. */
export function useBatch(onDone: (result: BatchResult, batch: Batch) => void) {
  const queryClient = useQueryClient()
  const undo = useUndoReviews()
  return useAction({
    run: sendBatch,
    failed: (batch: Batch) => batchTexts(batch).failed,
    onDone: (result: BatchResult, batch) => {
      const { done, failed } = result
      const texts = batchTexts(batch)
      const back = batch.action === 'delete' || done.length === 0 ? {} : wayBack(() => undo.mutate(done))
      if (failed.length === 0) toast.success(texts.done, back)
      else
        toast.error(texts.failed, {
          durationMs: 5000,
          description: m.admin_events_done_and_not({ done: done.length, failed: failed.length }),
          ...back,
        })
      updateLists(
        queryClient,
        done,
        batch.action === 'delete' ? undefined : { status: reviewedStatus(batch.action) },
      )
      onDone(result, batch)
    },
  })
}

/** Calls of as many as the server takes, one after the other. After one that fails the rest is not sent. */
async function sendBatch(
  { action, ids, revisions = {}, reason }: Batch,
  api: ApiClient,
): Promise<BatchResult> {
  const done: string[] = []
  const failed: string[] = []
  for (let start = 0; start < ids.length; start += BATCH_MAX) {
    const event_ids = ids.slice(start, start + BATCH_MAX)
    const outcome =
      action === 'delete'
        ? await api.call(deleteEvents, { body: { event_ids } })
        : await api.call(reviewEvents, { body: { action, event_ids, revisions, ...reasonOf(reason) } })
    if (outcome.kind !== 'ok' && start === 0) throw new CallFailed(outcome)
    if (outcome.kind !== 'ok') return { done, failed: [...failed, ...ids.slice(start)] }
    done.push(...(outcome.data?.done ?? event_ids))
    failed.push(...(outcome.data?.failed ?? []))
  }
  return { done, failed }
}

function reasonOf(reason = ''): { reason?: string } {
  const text = toLines(reason)
  return text === '' ? {} : { reason: text }
}

function batchTexts({ action, ids }: Batch): { done: string; failed: string } {
  if (action === 'delete')
    return ids.length === 1
      ? { done: m.admin_events_one_deleted(), failed: m.admin_events_one_delete_failed() }
      : { done: m.admin_events_deleted(), failed: m.admin_events_delete_failed() }
  const done = action === 'approve' ? m.admin_events_approved() : m.admin_events_rejected()
  return { done, failed: m.admin_events_update_failed() }
}

/** Puts events on review again, as long as nobody was told of their reviews; called with their ids. */
function useUndoReviews() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const navigate = useNavigate()
  const undo = useAction({
    run: async (ids: readonly string[], api): Promise<BatchResult & { title?: string }> => {
      const [id, ...others] = ids
      if (id === undefined || others.length > 0)
        return (
          unwrap(await api.call(undoReviews, { body: { event_ids: [...ids] } })) ?? {
            done: [...ids],
            failed: [],
          }
        )
      const event = unwrap(await api.call(undoReview, { params: { id } }))
      queryClient.setQueryData(eventQuery(id).queryKey, event)
      return { done: [id], failed: [], title: event.title }
    },
    failed: () => m.admin_undo_failed(),
    why: (error) => (isConflict(error) || isGone(error) ? m.admin_event_undo_failed() : undefined),
    onDone: ({ done, failed, title }) => {
      if (title !== undefined) toast.success(m.admin_event_undone({ title }))
      else if (done.length > 0) toast.success(m.admin_events_undone({ n: done.length }))
      if (failed.length > 0)
        toast.error(m.admin_events_undo_failed({ n: failed.length }), { durationMs: 5000 })
      updateLists(queryClient, done, { status: 'ON_REVIEW' })
      const [id] = done
      const match = router.state.matches.at(-1)
      // An administrator who has gone elsewhere stays there.
      if (id === undefined || title === undefined || match?.routeId !== '/backoffice/events/$id') return
      void navigate({
        to: '/backoffice/events/$id',
        params: { id },
        search: { ...match.search, queue: 'on' },
        replace: true,
        state: true,
      })
    },
    onFailed: (error, ids) => {
      if (!(error instanceof CallFailed) || error.outcome.kind === 'refused') return false
      // It can be sent again.
      toast.error(m.admin_undo_failed(), {
        description: failureText(error.outcome),
        ...wayBack(() => undo.mutate(ids)),
      })
      return true
    },
  })
  return undo
}
