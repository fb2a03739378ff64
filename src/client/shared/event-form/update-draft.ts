import { useRef } from 'react'
import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { changedOver } from './conflict'
import { readDraft, type EventValues, type SubmissionPayload } from './event-values'

/** What a form over a stored event has, and over which version of it. */
export interface UpdateDraft {
  values: EventValues
  /** That of the event which it is written over. */
  revision: number
  /** What that version says; undefined where it is not known. */
  base?: SubmissionPayload | undefined
  /** Its photo is another one than before, or none. */
  hasOwnPhoto: boolean
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

/** One's own version over theirs: what was left alone is as they have it. */
export function ownVersion(
  mine: SubmissionPayload,
  theirs: SubmissionPayload,
  { base }: UpdateDraft,
): SubmissionPayload {
  return base === undefined ? mine : changedOver(theirs, { base, mine })
}

/** What the form begins with. */
type BegunUpdate = NonNullable<UsedDraft<UpdateDraft>['restored']>

export function begunOver(content: UpdateDraft, photo?: OutboxPhoto): BegunUpdate {
  return { content, photo, lostPhoto: false }
}

/** Props of the editor, whose changes go into the draft. `stored`: the photos where the draft has no other. */
export function useUpdateEditor(
  draft: UsedDraft<UpdateDraft>,
  begun: BegunUpdate,
  stored: { photo?: OutboxPhoto | undefined; storedPhoto?: string | undefined },
) {
  const written = useRef({ begun, content: begun.content })
  const change = (part: Partial<UpdateDraft>) => {
    const before = written.current.begun === begun ? written.current.content : begun.content
    written.current = { begun, content: { ...before, ...part } }
    draft.change(written.current.content)
  }
  // One that there was no room for is not there to replace another.
  const hasOwnPhoto = begun.content.hasOwnPhoto && !begun.lostPhoto
  return {
    initial: begun.content.values,
    photo: hasOwnPhoto ? begun.photo : stored.photo,
    storedPhoto: hasOwnPhoto ? undefined : stored.storedPhoto,
    // The minimum filling time passed when it was first written.
    wasBegunBefore: true,
    onChange: (values: EventValues) => change({ values }),
    onPhoto(photo: OutboxPhoto | undefined) {
      change({ hasOwnPhoto: true })
      draft.changePhoto(photo)
    },
  }
}
