import { useRef, useState } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { payloadOf, payloadOfProposal } from '@/client/shared/event-form/from-event'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { Button } from '@/client/design-system/button'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { Proposal } from '@/contract/events/proposals'
import * as m from '@/messages/compiled/messages.js'
import { conflictChoices, mergeVersions } from '@/client/shared/event-form/merge-versions'
import { ConflictPanel } from '../edit/conflict-panel'
import { StoredPhoto } from '../edit/stored-photo'
import { usePausedKeys, useShortcutKeys } from '@/client/back-office/layout/keys/use-shortcut-keys'
import { useDecideProposal } from './use-decide-proposal'
import type { EventReview, ReviewSource } from './use-event-review'

const RejectDialog = lazyPart(
  async () => (await import('@/client/back-office/layout/review/reject-dialog')).RejectDialog,
)

interface ProposedChangeProps {
  event: BackOfficeEvent
  proposal: Proposal
  eventReview: EventReview
}

/** The change that an organiser proposes, beside the event as it is by now: what either left alone is not asked about twice. */
export function ProposedChange({ event, proposal, eventReview }: ProposedChangeProps) {
  const [isRejecting, setRejecting] = useState(false)
  const source = useRef<ReviewSource>('button')
  const { tags } = usePlaceAndTagOptions()
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
  useShortcutKeys(hasKeys ? { r: () => reject('key') } : {})
  // The address goes with its account.
  const isUnmailed = event.email === ''
  const current = payloadOf(event)
  const proposed = payloadOfProposal(proposal, event.email)
  return (
    <>
      <ConflictPanel
        // The choices are of one version of the event, and begin anew with the next.
        key={event.revision}
        mine={proposed}
        theirs={current}
        initialChoices={conflictChoices(payloadOf(proposal.base), proposed, current)}
        photo={
          proposal.photo === undefined
            ? undefined
            : {
                mine: <StoredPhoto of={proposal.photo ?? {}} alt={m.admin_proposal_photo()} />,
                theirs: <StoredPhoto of={event} alt={m.admin_edit_photo()} />,
              }
        }
        tagNames={new Map([...event.tags, ...tags].map(({ key, name }) => [key, name]))}
        labels={{
          title: m.admin_proposal_title(),
          text: m.admin_proposal_text(),
          same: m.admin_proposal_same(),
          mine: m.admin_proposal_mine(),
          theirs: m.admin_proposal_theirs(),
          use: m.admin_proposal_use(),
        }}
        isBusy={decision.isPending}
        actions={
          <Button variant="secondary" size="lg" onClick={() => reject('button')}>
            {m.admin_proposal_reject()}
          </Button>
        }
        resolveKey={hasKeys ? 'a' : undefined}
        onResolve={(choices, isPhotoTheirs, by) => {
          source.current = by
          const takesPhoto = proposal.photo !== undefined && !isPhotoTheirs
          decision.mutate({ approved: mergeVersions(proposed, current, choices), takesPhoto })
        }}
      />
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
