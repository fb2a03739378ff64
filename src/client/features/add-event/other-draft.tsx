import { useLiveOutbox } from '@/client/shell/use-live-outbox'
import { Banner } from '@/client/ui/banner'
import { Button } from '@/client/ui/button'
import * as m from '@/messages/compiled/messages.js'
import type { DraftSession } from '@/offline/outbox/draft-session'
import type { DraftSlot } from '@/offline/outbox/drafts'

interface OtherDraftProps {
  slot: DraftSlot
  session: DraftSession
  onOpen: () => void
}

/** Offers another draft of the same form, written in another tab. */
export function OtherDraft({ slot, session, onOpen }: OtherDraftProps) {
  const other = useLiveOutbox(({ drafts }) => drafts.newest(slot, session.key()), [slot, session])
  if (typeof other !== 'object') return null
  return (
    <Banner
      tone="info"
      actions={
        <Button variant="secondary" size="sm" onClick={onOpen}>
          {m.form_other_draft_open()}
        </Button>
      }
    >
      <p>{m.form_other_draft()}</p>
    </Banner>
  )
}
