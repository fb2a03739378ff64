import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'

interface DraftNoticeProps {
  draft: { isDirty: boolean; isStored: boolean }
  /** Where the form's values come from; undefined for a form that begins anew. */
  note: string | undefined
  onStartOver: () => void
}

/** Above a form with a draft: what it was filled in from, with the way to begin anew, and whether this browser keeps anything. */
export function DraftNotice({ draft: { isDirty, isStored }, note, onStartOver }: DraftNoticeProps) {
  useUnsaved(isDirty)
  return (
    <>
      {note === undefined ? null : (
        <Banner
          tone="info"
          actions={
            <Button variant="secondary" size="sm" onClick={onStartOver}>
              {m.form_start_over()}
            </Button>
          }
        >
          <p>{note}</p>
        </Banner>
      )}
      {isStored ? null : <Banner tone="warning">{m.form_not_stored()}</Banner>}
    </>
  )
}

/** What is said of a draft that was restored, and of a photo that did not come with it. */
export const restoredNote = ({ lostPhoto }: { lostPhoto: boolean }) =>
  `${m.form_draft_restored()} ${lostPhoto ? m.form_draft_photo() : ''}`
