import { useState, type ComponentType, type ReactNode } from 'react'
import { useDraft, type UsedDraft } from '@/client/shared/drafts/use-draft'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { withOfflineClient } from '@/client/shared/offline/client-call'
import { useNow } from '@/client/shared/time/use-now'
import { Button } from '@/client/design-system/button'
import type { EventUpdateInput } from '@/domain/submissions/submission'
import * as m from '@/messages/compiled/messages.js'
import type { ApiCallOptions, ApiClient } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/next-step'
import { PHOTO_OPTIONS, withPhoto } from '@/offline/api/photo-upload'
import type { DraftSlot } from '@/offline/outbox/drafts'
import { Conflict, changedOver, differingFields } from './conflict'
import { readDraft, type Begun, type EventDraft } from './event-draft'
import { EventEditor, type ChosenPhoto, type EventEditorProps } from './event-editor'
import { contentOf, hasBegun, payloadOf, type EventVersion, type SubmissionPayload } from './event-values'

/** An event as its organiser or the team gets it. */
type StoredEvent = EventVersion &
  Parameters<typeof hasBegun>[0] & { revision: number; photo?: string | undefined }

export type StoredEventChange = EventUpdateInput & { revision: number }

interface StoredEventFormProps<E extends StoredEvent> extends Pick<
  EventEditorProps,
  'mode' | 'submitLabel' | 'busyLabel'
> {
  slot: DraftSlot
  event: E
  /** The values that the form begins with; by default those that are stored. */
  valuesOf?: (event: E) => SubmissionPayload
  /** The photo that the form begins with. */
  photoOf: (event: E) => string | undefined
  allowPast?: boolean
  /** The event as it is by now. */
  refetch: () => Promise<E | undefined>
  send: (api: ApiClient, change: StoredEventChange, options: ApiCallOptions) => Promise<Outcome<unknown>>
  onSaved: (title: string) => void | Promise<void>
  failure: string
  missing: string
  /** Stands in the place of the form until its draft is read. */
  opening: ReactNode
  /** Stands above the form. */
  Notice: ComponentType<{ draft: UsedDraft<EventDraft> }>
}

/**
 * The form over a stored event, of its organiser and of the team. It is sent while one waits; what is written is a draft until then, and stays
 * after every failure. Another's edit meanwhile is shown beside it and never overwritten.
 */
export function StoredEventForm<E extends StoredEvent>(props: StoredEventFormProps<E>) {
  const { slot, event, valuesOf = payloadOf, photoOf, opening, Notice } = props
  const draft = useDraft({ slot, read: readDraft })
  // A later fetch changes nothing that somebody is writing over.
  const [opened, setOpened] = useState(event)
  if (!draft.isDirty && opened !== event) setOpened(event)
  if (!draft.isReady) return opening
  return (
    <>
      <Notice draft={draft} />
      <OpenForm
        key={JSON.stringify([draft.formKey, opened.revision, valuesOf(opened), photoOf(opened)])}
        {...props}
        {...{ draft, opened }}
      />
    </>
  )
}

interface OpenFormProps<E extends StoredEvent> extends StoredEventFormProps<E> {
  draft: UsedDraft<EventDraft>
  opened: E
}

function OpenForm<E extends StoredEvent>(props: OpenFormProps<E>) {
  const { draft, opened, valuesOf = payloadOf, photoOf, allowPast = true } = props
  const [{ base, begun }, setBegun] = useState((): { base: E; begun: Begun } => {
    const { revision } = opened
    const content = { values: valuesOf(opened), base: payloadOf(opened), revision }
    return { base: opened, begun: draft.restored ?? { content } }
  })
  const [conflict, setConflict] = useState<{
    theirs: E
    mine: { payload: SubmissionPayload; photo: ChosenPhoto }
  }>()
  const nowSeconds = useNow()

  async function submit(payload: SubmissionPayload, photo: ChosenPhoto) {
    const change = {
      ...contentOf(payload, base),
      ...(photo === null && { photo }),
      // One that cannot tell over which version it was written is over none: then both are shown.
      revision: begun.content.revision ?? 0,
    }
    // From here on it is a draft, also where nothing was typed: what is fetched meanwhile does not take the form away.
    draft.change({ ...begun.content, values: payload, hasOwnPhoto: photo !== undefined }, photo ?? undefined)
    const outcome = await withOfflineClient(({ api }) =>
      withPhoto(api, photo, (sent) => props.send(api, { ...change, ...sent }, PHOTO_OPTIONS)),
    )
    const code = outcome.kind === 'refused' ? outcome.code : undefined
    const theirs = code === 'CONFLICT' ? await props.refetch() : undefined
    // The response of the attempt before was lost.
    const isMine = theirs && photo === undefined && differingFields(payload, payloadOf(theirs)).length === 0
    if (outcome.kind === 'ok' || isMine) {
      draft.discard()
      return props.onSaved(payload.title)
    }
    if (theirs !== undefined) {
      const before = begun.content.base
      // One's own version over theirs: what was left alone is as they have it.
      const own = before ? changedOver(payloadOf(theirs), { base: before, mine: payload }) : payload
      return setConflict({ theirs, mine: { payload: own, photo } })
    }
    toast.error(props.failure, {
      description: code === 'NOT_FOUND' ? props.missing : formFailureText(outcome),
    })
    return outcome
  }

  if (conflict !== undefined) {
    const { mine, theirs } = conflict
    const stored = payloadOf(theirs)
    const goOn = () => {
      const hasOwnPhoto = mine.photo !== undefined
      const content = { values: mine.payload, base: stored, revision: theirs.revision, hasOwnPhoto }
      const photo = mine.photo ?? undefined
      draft.change(content, photo)
      setBegun({ base: theirs, begun: { content, photo } })
      setConflict(undefined)
    }
    return (
      <Conflict
        mine={mine}
        theirs={{ payload: stored, photo: theirs.photo }}
        tags={[...base.tags, ...theirs.tags]}
        interrupts
        texts={{
          title: m.conflict_title(),
          text: m.conflict_text(),
          same: m.conflict_same(),
          mine: m.conflict_mine(),
          theirs: m.conflict_theirs(),
        }}
      >
        <Button size="lg" onClick={goOn}>
          {m.conflict_keep()}
        </Button>
        <Button variant="secondary" size="lg" onClick={draft.startOver}>
          {m.conflict_take()}
        </Button>
      </Conflict>
    )
  }
  return (
    <EventEditor
      {...{ draft, begun }}
      mode={props.mode}
      photo={photoOf(base)}
      allowPast={() => allowPast && hasBegun(base, nowSeconds)}
      submitLabel={props.submitLabel}
      busyLabel={props.busyLabel}
      onSubmit={submit}
    />
  )
}
