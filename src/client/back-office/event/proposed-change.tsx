import { useRef, useState } from 'react'
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
import { unwrap } from '@/client/shared/offline/client-call'
import type { ApiClient } from '@/offline/api/api-client'
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
  const [isRejecting, setRejecting] = useState(false)
  const source = useRef<ReviewSource>('button')
  const decision = useDecideProposal(event, proposal.id, {
    onDecided: () => eventReview.continueAfter(source.current),
  })
  const reject = (by: ReviewSource) => {
    source.current = by
    setRejecting(true)
  }
  // An event on review has these keys for itself.
  const hasKeys = !eventReview.isOnReview && !decision.isPending
  usePausedKeys(isRejecting)
  const current = payloadOf(event)
  const proposed = changedOver(current, {
    base: payloadOf(proposal.base),
    mine: payloadOfProposal(proposal, event.email),
  })
  const approve = (by: ReviewSource) => {
    source.current = by
    decision.mutate({ approved: proposed, takesPhoto: proposal.photo !== undefined })
  }
  useShortcutKeys(hasKeys ? { a: () => approve('key'), r: () => reject('key') } : {})
  // The address goes with its account.
  const isUnmailed = event.email === ''
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
        <Button variant="secondary" size="lg" onClick={() => reject('button')}>
          {m.admin_proposal_reject()}
        </Button>
      </Conflict>
      {isRejecting ? (
        <RejectDialog
          title={event.title}
          isUnmailed={isUnmailed}
          texts={{
            title: m.admin_proposal_reject_title(),
            description: `${m.admin_proposal_reject_text({ title: event.title })} ${isUnmailed ? m.admin_unmailed() : m.admin_proposal_mailed()}`,
          }}
          draftOf={proposal.id}
          isBusy={decision.isPending}
          onClose={() => setRejecting(false)}
          onReject={(reason) => decision.mutate({ reason }, { onSettled: () => setRejecting(false) })}
        />
      ) : null}
    </>
  )
}

type Decision = { approved: SubmissionPayload; takesPhoto: boolean } | { reason: string }

/** Approves or rejects a proposal. Neither is undone: the organiser is told at once, and an edit repairs what was published. */
function useDecideProposal(
  event: BackOfficeEvent,
  proposal: string,
  { onDecided }: { onDecided: () => void },
) {
  const queryClient = useQueryClient()
  return useAction({
    run: (decision: Decision, api) => send(api, event, { proposal, decision }),
    done: (stored, decision) => ({
      title: 'approved' in decision ? m.admin_proposal_approved() : m.admin_proposal_rejected(),
      description: stored.title,
    }),
    failed: () => m.admin_proposal_failed(),
    why: (error) => (isConflict(error) || isGone(error) ? m.admin_proposal_meanwhile() : undefined),
    onDone: (stored) => {
      queryClient.setQueryData(eventQuery(stored.id).queryKey, stored)
      // The way on is known from where the event was in its queue.
      onDecided()
      removeFromQueues(queryClient, stored.id)
    },
  })
}

async function send(
  api: ApiClient,
  event: BackOfficeEvent,
  { proposal, decision }: { proposal: string; decision: Decision },
): Promise<BackOfficeEvent> {
  const { id, revision, info_url } = event
  const params = { id, proposal }
  if ('reason' in decision)
    return unwrap(await api.call(rejectProposal, { params, body: { reason: decision.reason } }))
  const body = {
    ...contentOf(decision.approved, payloadOf(event)),
    ...(info_url !== undefined && { info_url }),
    ...(decision.takesPhoto && { takes_photo: true }),
    revision,
  }
  return unwrap(await api.call(approveProposal, { params, body }))
}
