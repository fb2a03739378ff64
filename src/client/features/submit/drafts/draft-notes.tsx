import type { DraftOrigin } from '@/client/shared/event-form/draft/draft'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

interface OriginNoteProps {
  origin: DraftOrigin
  lostPhoto: boolean
}

/** Says where the values of the form come from, when they are not what the person had written, and what did not come with them. */
export function OriginNote({ origin: { title }, lostPhoto }: OriginNoteProps) {
  if (title === undefined) return lostPhoto ? m.form_draft_photo() : m.form_draft_shared()
  return lostPhoto ? m.form_draft_again_photo({ title }) : m.form_draft_again({ title })
}

/** The button below the form that leaves it as a draft, for another event. */
export function KeepDraft({ onKeep }: { onKeep: () => void }) {
  return (
    <Button variant="ghost" className={keep} onClick={onKeep}>
      {m.form_draft_keep()}
    </Button>
  )
}

// Its text is in line with the form.
const keep = css({ alignSelf: 'flex-start', marginLeft: '-3', textAlign: 'start' })
