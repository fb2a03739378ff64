import * as z from 'zod/mini'
import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { emptyValues, type EventValues, type SubmissionPayload } from './event-values'

/** The content of a draft of an event. */
export interface EventDraft {
  values: EventValues
  /** Its photo is another one than that of what it is written over, or none. */
  hasOwnPhoto?: boolean | undefined
  /** It is written over an event: how often that had been edited, and what it said; undefined where it is not known. */
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

/** The content of another version of the form is no draft. */
export function readDraft(content: unknown): EventDraft | undefined {
  const draft = readable.safeParse(content).data as EventDraft | undefined
  return draft && { ...draft, values: { ...emptyValues(), ...draft.values } }
}

type Restored = NonNullable<UsedDraft<EventDraft>['restored']>

export type Begun = Pick<Restored, 'content'> & Partial<Restored>

interface DraftNoticeProps {
  draft: UsedDraft<EventDraft>
  /** It says where the values of a draft come from. */
  hasNote?: boolean
}

/** Above a form with a draft: what it was filled in from, with the way to begin anew, and whether this browser keeps anything. */
export function DraftNotice({ draft, hasNote = true }: DraftNoticeProps) {
  const { restored, isDirty, isStored, startOver } = draft
  useUnsaved(isDirty)
  return (
    <>
      {restored && hasNote ? (
        <Banner
          actions={
            <Button variant="secondary" size="sm" onClick={startOver}>
              {m.form_start_over()}
            </Button>
          }
        >
          <p>{noteOf(restored)}</p>
        </Banner>
      ) : null}
      {isStored ? null : <Banner tone="warning">{m.form_not_stored()}</Banner>}
    </>
  )
}

/** Where the values come from, and whether a photo did not come with them. */
function noteOf({ content: { origin }, lostPhoto }: Restored): string {
  if (origin === undefined) return `${m.form_draft_restored()} ${lostPhoto ? m.form_draft_photo() : ''}`
  if (origin.kind === 'shared') return lostPhoto ? m.form_draft_photo() : m.form_draft_shared()
  return lostPhoto ? m.form_draft_again_photo(origin) : m.form_draft_again(origin)
}
