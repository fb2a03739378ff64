import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contentOf } from '@/client/shared/event-form/from-event'
import type { SubmissionPayload } from '@/client/shared/event-form/to-submission'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { outcomeOf, unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { approveProposal, rejectProposal } from '@/contract/back-office/back-office-proposals'
import * as m from '@/messages/compiled/messages.js'
import { removeFromQueues, updateListedEvents } from '@/client/back-office/layout/lists/listed-events'
import { eventQuery } from '@/client/back-office/layout/review/back-office-queries'

/** A proposal is approved with what is published of it, or rejected with the reason. */
type Decision = { approved: SubmissionPayload; takesPhoto: boolean } | { reason: string }

const ERROR_MS = 5000

/** Approves or rejects a proposal. Neither is undone: the organiser is told at once, and an edit repairs what was published. */
export function useDecideProposal(
  event: BackOfficeEvent,
  proposal: string,
  { onDecided }: { onDecided: () => void },
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (decision: Decision) => send(event, proposal, decision),
    networkMode: 'always',
    onSuccess: (stored, decision) => {
      queryClient.setQueryData(eventQuery(stored.id).queryKey, stored)
      updateListedEvents(queryClient, [stored])
      toast.success('approved' in decision ? m.admin_proposal_approved() : m.admin_proposal_rejected(), {
        description: stored.title,
      })
      // The way on is known from where the event was in its queue.
      onDecided()
      removeFromQueues(queryClient, stored.id)
    },
    onError: (error) => {
      const outcome = outcomeOf(error)
      const isLate =
        outcome.kind === 'refused' && (outcome.code === 'CONFLICT' || outcome.code === 'NOT_FOUND')
      toast.error(m.admin_proposal_failed(), {
        durationMs: ERROR_MS,
        description: isLate ? m.admin_proposal_meanwhile() : failureText(outcome),
      })
    },
    // The lists are fetched after a failure too: somebody else may have been first.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY }),
  })
}

async function send(
  { id, revision, info_url }: BackOfficeEvent,
  proposal: string,
  decision: Decision,
): Promise<BackOfficeEvent> {
  const { api } = await loadOfflineClient()
  const params = { id, proposal }
  if ('reason' in decision)
    return unwrap(await api.call(rejectProposal, { params, body: { reason: decision.reason } }))
  const body = {
    ...contentOf(decision.approved),
    ...(info_url !== undefined && { info_url }),
    ...(decision.takesPhoto && { takes_photo: true }),
    revision,
  }
  return unwrap(await api.call(approveProposal, { params, body }))
}
