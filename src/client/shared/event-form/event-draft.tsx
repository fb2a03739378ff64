import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { readDraft, type EventValues, type SubmissionPayload } from './event-values'

/** The content of a draft of an event. */
export interface EventDraft {
  values: EventValues
  /** Its photo is another one than that of what it is written over, or none. */
  hasOwnPhoto?: boolean | undefined
}

/** What a form over a stored event has, and over which version of it. */
export interface UpdateDraft extends EventDraft {
  /** That of the event which it is written over. */
  revision: number
  /** What that version says; undefined where it is not known. */
  base?: SubmissionPayload | undefined
}

/** A draft that cannot tell over which revision it was written is over none: then both versions are shown. */
export function readUpdateDraft(content: unknown): UpdateDraft | undefined {
  const draft = readDraft(content)
  if (draft === undefined) return undefined
  const { values, revision, base, hasOwnPhoto } = draft
  return {
    values,
    revision: typeof revision === 'number' ? revision : 0,
    base: readDraft({ values: base })?.values as SubmissionPayload | undefined,
    hasOwnPhoto: hasOwnPhoto === true,
  }
}

/** What a form begins with. */
export interface Begun<D extends EventDraft> {
  content: D
  photo?: OutboxPhoto | undefined
  lostPhoto?: boolean
}

/** Props of the editor, whose changes go into the draft. `stored`: the photos where the draft has no other. */
export function draftedEditor<D extends EventDraft>(
  draft: Pick<UsedDraft<D>, 'changePart' | 'changePhoto'>,
  begun: Begun<D>,
  stored: { photo?: OutboxPhoto | undefined; storedPhoto?: string | undefined },
) {
  // One that there was no room for is not there to replace another.
  const hasOwnPhoto = begun.content.hasOwnPhoto === true && begun.lostPhoto !== true
  return {
    initial: begun.content.values,
    photo: hasOwnPhoto ? begun.photo : stored.photo,
    storedPhoto: hasOwnPhoto ? undefined : stored.storedPhoto,
    // The minimum filling time passed when it was first written.
    wasBegunBefore: true,
    onChange: (values: EventValues) => draft.changePart(begun.content, { values } as Partial<D>),
    onPhoto(photo: OutboxPhoto | undefined) {
      draft.changePart(begun.content, { hasOwnPhoto: true } as Partial<D>)
      draft.changePhoto(photo)
    },
  }
}

interface DraftNoticeProps {
  draft: { isDirty: boolean; isStored: boolean; startOver: () => void }
  /** Where the form's values come from; undefined for a form that begins anew. */
  note: string | undefined
}

/** Above a form with a draft: what it was filled in from, with the way to begin anew, and whether this browser keeps anything. */
export function DraftNotice({ draft: { isDirty, isStored, startOver }, note }: DraftNoticeProps) {
  useUnsaved(isDirty)
  return (
    <>
      {note === undefined ? null : (
        <Banner
          tone="info"
          actions={
            <Button variant="secondary" size="sm" onClick={startOver}>
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
