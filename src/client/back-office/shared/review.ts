import { useNavigate, useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { CallFailed } from '@/client/shared/offline/client-call'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import {
  deleteEvents,
  reviewEvent,
  reviewEvents,
  undoReviews,
  type BackOfficeEvent,
} from '@/contract/back-office/back-office-events'
import { reviewedStatus, type ReviewAction } from '@/domain/events/event'
import { cutText, toLines } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { eventQuery, removeFromQueues, updateLists } from './back-office-queries'
import { isConflict, useAction, wayBack } from './use-action'

export interface Review {
  id: string
  action: ReviewAction
  reason?: string | undefined
  /** The revision that the reviewer has read. */
  revision?: number | undefined
}

interface ReviewOptions<Input> {
  /** The title of the toast of a failure, in the words of the screen. */
  failed: (review: Input) => string
  /** They come at once, before lists are fetched again. */
  onReviewed?: (review: Input) => void
  onFailed?: (error: Error, review: Input) => void
}

/** Approves or rejects one event, with a toast for the result (rules 8) and the way back. */
export function useReview<Input extends Review = Review>(options: ReviewOptions<Input>) {
  const queryClient = useQueryClient()
  const undo = useUndoReviews()
  return useAction({
    ...options,
    run: ({ id, action, reason, revision }: Input, api) => {
      const body = { action, ...reasonOf(reason), ...(revision !== undefined && { revision }) }
      return api.call(reviewEvent, { params: { id }, body })
    },
    done: (event, { action }) => [
      action === 'approve' ? m.admin_event_approved() : m.admin_event_rejected(),
      event && (event.email === '' ? m.admin_unmailed() : m.admin_event_undo_hint()),
    ],
    // A server that says no more than that it is done knows no way back.
    undo: (event, { id }) => event && (() => undo.mutate([id])),
    // The page is shown fresh: nothing need be reloaded.
    why: (error) => (isConflict(error) ? m.admin_event_reviewed_meanwhile() : undefined),
    onDone: (event, review) => {
      const { id, action } = review
      if (event) queryClient.setQueryData(eventQuery(id).queryKey, event)
      updateLists(queryClient, [id], { status: reviewedStatus(action) })
      removeFromQueues(queryClient, id)
      options.onReviewed?.(review)
    },
  })
}

export type BatchAction = ReviewAction | 'delete'

interface Batch {
  action: BatchAction
  /** A review is of the revisions that the reviewer has read. */
  events: readonly BackOfficeEvent[]
  reason?: string | undefined
}

/** Reviews or deletes several events, with a toast for the result (rules 8), and the way back from a review. */
export function useBatch(onDone: (failed: readonly string[]) => void) {
  const queryClient = useQueryClient()
  const undo = useUndoReviews()
  return useAction({
    run: ({ action, events, reason }: Batch, api) => {
      const event_ids = events.map(({ id }) => id)
      if (action === 'delete') return api.call(deleteEvents, { body: { event_ids } })
      const revisions = Object.fromEntries(events.map(({ id, revision }) => [id, revision]))
      return api.call(reviewEvents, { body: { action, event_ids, revisions, ...reasonOf(reason) } })
    },
    failed: (batch) => batchTexts(batch).failed,
    onDone: (reply, batch) => {
      const { done, failed } = reply ?? { done: batch.events.map(({ id }) => id), failed: [] }
      const status = batch.action === 'delete' ? undefined : reviewedStatus(batch.action)
      const texts = batchTexts(batch)
      const back = wayBack(status && done.length > 0 ? () => undo.mutate(done) : undefined)
      if (failed.length === 0) toast.success(texts.done, back)
      else {
        const titles = batch.events.flatMap(({ id, title }) => (failed.includes(id) ? [title] : []))
        const description = m.admin_events_done_and_not({
          done: done.length,
          failed: failed.length,
          titles: cutText(titles.join(', '), 200, '…'),
        })
        toast.error(texts.failed, { description, ...back })
      }
      updateLists(queryClient, done, status && { status })
      onDone(failed)
    },
  })
}

function reasonOf(reason = ''): { reason?: string } {
  const text = toLines(reason)
  return text === '' ? {} : { reason: text }
}

function batchTexts({ action, events }: Batch): { done: string; failed: string } {
  if (action === 'delete')
    return events.length === 1
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
    run: (ids: readonly string[], api) => api.call(undoReviews, { body: { event_ids: [...ids] } }),
    failed: () => m.admin_undo_failed(),
    onDone: (reply, ids) => {
      const { done, failed } = reply ?? { done: [...ids], failed: [] }
      updateLists(queryClient, done, { status: 'ON_REVIEW' })
      if (done.length > 0) toast.success(undoneText(done))
      if (failed.length > 0) toast.error(m.admin_events_undo_failed({ n: failed.length }))
      if (ids.length === 1 && done[0] !== undefined) showUndone(done[0])
    },
    onFailed: (error, ids) => {
      if (!(error instanceof CallFailed) || error.outcome.kind === 'refused') return
      // It can be sent again.
      const description = failureText(error.outcome)
      toast.error(m.admin_undo_failed(), { description, ...wayBack(() => undo.mutate(ids)) })
      return true
    },
  })
  /** One event has a name where its review has shown it. */
  const undoneText = ([id = '', ...others]: string[]) => {
    const event = others.length > 0 ? undefined : queryClient.getQueryData(eventQuery(id).queryKey)
    return event
      ? m.admin_event_undone({ title: event.title })
      : m.admin_events_undone({ n: 1 + others.length })
  }
  const showUndone = (id: string) => {
    const match = router.state.matches.at(-1)
    // An administrator who has gone elsewhere stays there.
    if (match?.routeId !== '/backoffice/events/$id') return
    const search = { ...match.search, queue: 'on' }
    void navigate({ to: match.routeId, params: { id }, search, replace: true, state: true })
  }
  return undo
}
