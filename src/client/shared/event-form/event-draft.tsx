import * as z from 'zod/mini'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { emptyValues, type EventValues, type SubmissionPayload } from './event-values'

/** The content of a draft of an event. */
export interface EventDraft {
  values: EventValues
  /** Its photo is another one than that of what it is written over, or none. */
  hasOwnPhoto?: boolean | undefined
  /** What it is written over: how often that had been edited, and what it said; undefined where it is not known. */
  revision?: number | undefined
  base?: SubmissionPayload | undefined
  /** Where its values come from, until somebody has written on them. */
  origin?: { kind: 'shared' } | { kind: 'earlier-event'; title: string } | undefined
}

const readable = z.looseObject({
  values: z.looseObject({
    title: z.string(),
    timetable: z.union([
      z.looseObject({ list: z.array(z.unknown()) }),
      z.looseObject({ repeated: z.looseObject({}) }),
    ]),
  }),
})

/** What another version of the form wrote is no draft. */
export function readDraft(content: unknown): EventDraft | undefined {
  const draft = readable.safeParse(content).data as EventDraft | undefined
  return draft && { ...draft, values: { ...emptyValues(), ...draft.values } }
}

/** What a form begins with. */
export interface Begun {
  content: EventDraft
  photo?: OutboxPhoto | undefined
  lostPhoto?: boolean
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
