import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { Conflict, changedOver } from '@/client/shared/event-form/conflict'
import {
  payloadOf,
  payloadOfProposal,
  contentOf,
  type SubmissionPayload,
} from '@/client/shared/event-form/event-values'
import { Button } from '@/client/design-system/button'
import {
  type BackOfficeEvent,
  type Proposal,
  approveProposal,
  rejectProposal,
} from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { usePausedKeys, useShortcutKeys } from '@/client/back-office/shared/shortcut-keys'
import { removeFromQueues, eventQuery } from '@/client/back-office/shared/back-office-queries'
import { isConflict, isGone, useAction } from '@/client/back-office/shared/use-action'
import type { EventReview, ReviewSource } from './use-event-review'

const RejectDialog = lazyPart(
  async () => (await import('@/client/back-office/shared/reject-dialog')).RejectDialog,
)

interface ProposedChangeProps {
  event: BackOfficeEvent
  proposal: Proposal
  eventReview: EventReview
}

/** What an organiser proposes, beside the event as it is by now: what the proposal leaves alone stays, whoever has edited it since. */
export function ProposedChange({ event, proposal, eventReview }: ProposedChangeProps) {
  const [rejectingBy, setRejectingBy] = useState<ReviewSource>()
  const decision = useDecideProposal(event, proposal.id, eventReview.continueAfter)
  // An event on review has these keys for itself.
  const hasKeys = !eventReview.isOnReview && !decision.isPending
  usePausedKeys(rejectingBy !== undefined)
  const current = payloadOf(event)
  const proposed = changedOver(current, {
    base: payloadOf(proposal.base),
    mine: payloadOfProposal(proposal, event.email),
  })
  const approve = (by: ReviewSource) =>
    decision.mutate({ by, approved: proposed, takesPhoto: proposal.photo !== undefined })
  useShortcutKeys(hasKeys ? { a: () => approve('key'), r: () => setRejectingBy('key') } : {})
  // The address goes with its account.
  const told = event.email === '' ? m.admin_unmailed() : m.admin_proposal_mailed()
  return (
    <>
      <Conflict
        mine={{ payload: proposed, photo: proposal.photo && (proposal.photo.photo ?? null) }}
        theirs={{ payload: current, photo: event.photo }}
        tags={event.tags}
        texts={{
          title: m.admin_proposal_title(),
          text: m.admin_proposal_text(),
          same: m.admin_proposal_same(),
          mine: m.admin_proposal_mine(),
          theirs: m.admin_proposal_theirs(),
        }}
      >
        <Button size="lg" busy={decision.isPending} onClick={() => approve('button')}>
          {m.admin_proposal_use()}
        </Button>
        <Button variant="secondary" size="lg" onClick={() => setRejectingBy('button')}>
          {m.admin_proposal_reject()}
        </Button>
      </Conflict>
      {rejectingBy === undefined ? null : (
        <RejectDialog
          events={[event]}
          draftOf={proposal.id}
          texts={{
            title: m.admin_proposal_reject_title(),
            description: `${m.admin_proposal_reject_text({ title: event.title })} ${told}`,
          }}
          onClose={() => setRejectingBy(undefined)}
          onReject={(reason) =>
            decision
              .mutateAsync({ by: rejectingBy, reason })
              .then(() => true)
              .catch(() => false)
              .finally(() => setRejectingBy(undefined))
          }
        />
      )}
    </>
  )
}

type Decision = { by: ReviewSource } & (
  | { approved: SubmissionPayload; takesPhoto: boolean }
  | { reason: string }
)

/** Approves or rejects a proposal. Neither is undone: the organiser is told at once, and an edit repairs what was published. */
function useDecideProposal(event: BackOfficeEvent, proposal: string, onDecided: (by: ReviewSource) => void) {
  const queryClient = useQueryClient()
  const { id, revision, info_url } = event
  const params = { id, proposal }
  return useAction({
    run: (decision: Decision, api) => {
      if ('reason' in decision) return api.call(rejectProposal, { params, body: { reason: decision.reason } })
      const body = {
        ...contentOf(decision.approved, payloadOf(event)),
        ...(info_url !== undefined && { info_url }),
        ...(decision.takesPhoto && { takes_photo: true }),
        revision,
      }
      return api.call(approveProposal, { params, body })
    },
    done: ({ title }, decision) => [
      'approved' in decision ? m.admin_proposal_approved() : m.admin_proposal_rejected(),
      title,
    ],
    failed: () => m.admin_proposal_failed(),
    why: (error) => (isConflict(error) || isGone(error) ? m.admin_proposal_meanwhile() : undefined),
    onDone: (stored, { by }) => {
      queryClient.setQueryData(eventQuery(stored.id).queryKey, stored)
      // The way on is known from where the event was in its queue.
      onDecided(by)
      removeFromQueues(queryClient, stored.id)
    },
  })
}
