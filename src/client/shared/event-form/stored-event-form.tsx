import { useState, type ReactNode } from 'react'
import { useDraft, type UsedDraft } from '@/client/shared/drafts/use-draft'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { useNow } from '@/client/shared/time/use-now'
import { newId } from '@/offline/platform/deferred'
import type { EventUpdateInput, SentPhoto } from '@/domain/submissions/submission'
import type { ApiCallOptions, ApiClient } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/next-step'
import { callWithPhoto } from '@/offline/api/photo-upload'
import type { DraftSlot } from '@/offline/outbox/drafts'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { differingFields, EditConflict } from './conflict'
import { EventEditor, type EventEditorProps } from './event-editor'
import { contentOf, hasBegun, payloadOf, type EventVersion, type SubmissionPayload } from './event-values'
import type { ServerErrors } from './problems'
import { begunOver, ownVersion, readUpdateDraft, useUpdateEditor, type UpdateDraft } from './update-draft'

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
  /** What the form begins with, where that is not what is stored. */
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
  /** What is said above the form of its draft. */
  renderNotice: (draft: UsedDraft<UpdateDraft>, onStartOver: () => void) => ReactNode
}

/**
 * The form over a stored event, of its organiser and of the team. It is sent while one waits; what is written is a draft until then, and stays
 * after every failure. Another's edit meanwhile is shown beside it and never overwritten.
 */
export function StoredEventForm<E extends StoredEvent>(props: StoredEventFormProps<E>) {
  const { slot, event, valuesOf = payloadOf, photoOf, opening, renderNotice } = props
  const draft = useDraft({ slot, read: readUpdateDraft })
  // What is fetched again changes nothing that somebody is writing over.
  const [opened, setOpened] = useState(event)
  const [isSending, setSending] = useState(false)
  if (!draft.isDirty && !isSending && opened !== event) setOpened(event)
  if (!draft.isReady) return opening
  const startOver = () => {
    draft.discard()
    draft.open('none')
  }
  return (
    <>
      {renderNotice(draft, startOver)}
      <OpenForm
        key={JSON.stringify([draft.formKey, opened.revision, valuesOf(opened), photoOf(opened)])}
        {...props}
        {...{ draft, opened, startOver }}
        onSending={setSending}
      />
    </>
  )
}

interface OpenFormProps<E extends StoredEvent> extends StoredEventFormProps<E> {
  draft: UsedDraft<UpdateDraft>
  opened: E
  startOver: () => void
  onSending: (isSending: boolean) => void
}

interface Written {
  payload: SubmissionPayload
  photo: OutboxPhoto | undefined
  hasOwnPhoto: boolean
}

function OpenForm<E extends StoredEvent>(props: OpenFormProps<E>) {
  const { draft, opened, valuesOf = payloadOf, photoOf, startOver, onSending, allowPast = true } = props
  const [base, setBase] = useState(opened)
  const [begun, setBegun] = useState(
    () =>
      draft.restored ??
      begunOver({
        values: valuesOf(opened),
        base: payloadOf(opened),
        revision: opened.revision,
        hasOwnPhoto: false,
      }),
  )
  const [conflict, setConflict] = useState<Written & { theirs: E }>()
  const [serverErrors, setServerErrors] = useState<ServerErrors>()
  const nowSeconds = useNow()
  const editor = useUpdateEditor(draft, begun, { storedPhoto: photoOf(base) })

  async function save(written: Written & { removesPhoto: boolean }): Promise<void> {
    const { payload, photo, removesPhoto } = written
    const change = {
      ...contentOf(payload, payloadOf(base)),
      // No form shows the older link: it stays.
      ...(base.info_url !== undefined && { info_url: base.info_url }),
      ...(removesPhoto && { photo: null }),
      revision: begun.content.revision,
    }
    const outcome = await sendChange(props.send, change, photo)
    const theirs =
      outcome.kind === 'refused' && outcome.code === 'CONFLICT' ? await props.refetch() : undefined
    // The response of the attempt before was lost.
    const isMine =
      theirs !== undefined && !written.hasOwnPhoto && differingFields(payload, payloadOf(theirs)).length === 0
    if (outcome.kind === 'ok' || isMine) {
      draft.discard()
      return props.onSaved(payload.title)
    }
    if (theirs !== undefined) return setConflict({ ...written, theirs })
    if (outcome.kind === 'refused' && outcome.fields.length > 0)
      setServerErrors({ payload, problems: outcome.fields })
    const isMissing = outcome.kind === 'refused' && outcome.code === 'NOT_FOUND'
    toast.error(props.failure, {
      description: isMissing ? props.missing : formFailureText(outcome),
      durationMs: ERROR_MS,
    })
  }

  const submit: EventEditorProps['onSubmit'] = async (payload, photo, keepsStoredPhoto) => {
    const removesPhoto = photo === undefined && !keepsStoredPhoto && photoOf(base) !== undefined
    onSending(true)
    await save({ payload, photo, removesPhoto, hasOwnPhoto: photo !== undefined || removesPhoto })
    onSending(false)
  }

  if (conflict !== undefined) {
    const { photo, hasOwnPhoto, theirs } = conflict
    const stored = payloadOf(theirs)
    const payload = ownVersion(conflict.payload, stored, begun.content)
    return (
      <EditConflict
        mine={{ payload, photo: photo ?? (hasOwnPhoto ? null : undefined) }}
        theirs={{ payload: stored, photo: theirs.photo }}
        tags={[...base.tags, ...theirs.tags]}
        onKeep={() => {
          const mine = { values: payload, base: stored, revision: theirs.revision, hasOwnPhoto }
          draft.change(mine)
          setBegun(begunOver(mine, photo))
          setBase(theirs)
          setConflict(undefined)
        }}
        onTake={startOver}
      />
    )
  }
  return (
    <EventEditor
      {...editor}
      mode={props.mode}
      allowPast={() => allowPast && hasBegun(base, nowSeconds)}
      serverErrors={serverErrors}
      submitLabel={props.submitLabel}
      busyLabel={props.busyLabel}
      onSubmit={submit}
    />
  )
}

// rules 9, timeouts
const ERROR_MS = 5000
/** An upload of a photo from a phone may take this long. */
const PHOTO_TIMEOUT_MS = 120_000

/** The key is the upload's: an update needs none, since its revision is used up. */
async function sendChange(
  send: StoredEventFormProps<StoredEvent>['send'],
  change: StoredEventChange,
  photo: OutboxPhoto | undefined,
): Promise<Outcome<unknown>> {
  const { api } = await loadOfflineClient()
  const options = { timeoutMs: PHOTO_TIMEOUT_MS, idempotencyKey: newId() }
  if (photo === undefined) return send(api, change, options)
  const sendNaming = (sent: SentPhoto) => send(api, { ...change, photo: sent }, options)
  return callWithPhoto(api, photo, sendNaming, options)
}
