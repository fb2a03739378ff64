import type { DraftOrigin } from '@/client/kit/event-form/draft'
import { Button } from '@/client/ui/button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** Where the values of the form come from, when they are not what the person had written. */
export function OriginNote({ origin: { title } }: { origin: DraftOrigin }) {
  return title === undefined ? m.form_draft_shared() : m.form_draft_again({ title })
}

/** Below the form: leaves it as a draft, for another event. */
export function KeepDraft({ onKeep }: { onKeep: () => void }) {
  return (
    <Button variant="ghost" className={keep} onClick={onKeep}>
      {m.form_draft_keep()}
    </Button>
  )
}

// Its text is in line with the form.
const keep = css({ alignSelf: 'flex-start', marginLeft: '-3', textAlign: 'start' })
