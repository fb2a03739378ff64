import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { refusalText } from '@/client/shared/forms/refusal-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import { deleteEvents, reviewEvents } from '@/contract/back-office/back-office-edits'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { ReviewAction } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { refetchListedEvents } from '@/client/back-office/layout/review/back-office-queries'
import { removeListedEvents, updateReviewedEvents } from '@/client/back-office/layout/lists/listed-events'
import { sendInBatches } from '@/client/back-office/layout/review/batch'
import type { BatchResult } from '@/client/back-office/layout/review/batch'

/** What is done to one event or to several. */
export type BatchAction = ReviewAction | 'delete'

interface Batch {
  action: BatchAction
  events: readonly BackOfficeEvent[]
  /** Goes into the mails of a rejection. */
  reason?: string | undefined
}

/** What was not done, and why. */
export interface BatchFailure {
  text: string
  reason: string
  events: BackOfficeEvent[]
}

/** Reviews or deletes events, with a toast for the result (rules 8). `onFailure` gets what a toast is too short for. */
export function useBatch(onFailure: (failure: BatchFailure) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: sendBatch,
    networkMode: 'always',
    onSuccess: (result, batch) => {
      const texts = textsOf(batch)
      updateLists(queryClient, batch, result)
      if (result.failed.length === 0) {
        toast.success(texts.done)
        return
      }
      toast.error(texts.failed, { durationMs: 5000 })
      const failed = new Set(result.failed)
      onFailure({
        text: texts.failed,
        reason: reasonOf(result, batch.action),
        events: batch.events.filter(({ id }) => failed.has(id)),
      })
    },
    onError: (_, batch) => toast.error(textsOf(batch).failed, { durationMs: 5000 }),
    // Also after a failure: somebody else may have been first.
    onSettled: () => queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY }),
  })
}

function updateLists(
  client: QueryClient,
  { action, events }: Batch,
  { done, failed, trouble }: BatchResult,
): void {
  const ids = new Set(done)
  const status = action === 'approve' ? 'PUBLISHED' : 'REJECTED'
  const reviewed = events.filter(({ id }) => ids.has(id))
  if (action === 'delete') removeListedEvents(client, done)
  else
    updateReviewedEvents(
      client,
      reviewed.map((event) => ({ ...event, status, revision: event.revision + 1 })),
    )
  if (trouble === undefined) void refetchListedEvents(client, failed)
}

async function sendBatch({ action, events, reason = '' }: Batch): Promise<BatchResult> {
  const { api } = await loadOfflineClient()
  const said = reason.trim()
  return sendInBatches(
    events.map(({ id }) => id),
    (event_ids) =>
      action === 'delete'
        ? api.call(deleteEvents, { body: { event_ids } })
        : api.call(reviewEvents, { body: { action, event_ids, ...(said !== '' && { reason: said }) } }),
  )
}

function textsOf({ action, events }: Batch): { done: string; failed: string } {
  if (action === 'delete')
    return events.length === 1
      ? { done: m.admin_events_one_deleted(), failed: m.admin_events_one_delete_failed() }
      : { done: m.admin_events_deleted(), failed: m.admin_events_delete_failed() }
  return {
    done: action === 'approve' ? m.admin_events_approved() : m.admin_events_rejected(),
    failed: m.admin_events_update_failed(),
  }
}

function reasonOf({ trouble }: BatchResult, action: BatchAction): string {
  if (trouble !== undefined)
    return (trouble.kind === 'refused' ? refusalText(trouble) : undefined) ?? m.admin_unreachable()
  return action === 'delete' ? m.admin_events_gone_meanwhile() : m.admin_events_changed_meanwhile()
}
