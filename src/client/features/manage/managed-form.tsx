import { useState } from 'react'
import { useDraft } from '@/client/shared/drafts/use-draft'
import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import { EditConflict, changedOver, differingFields } from '@/client/shared/event-form/conflict'
import { EventEditor } from '@/client/shared/event-form/event-editor'
import {
  contentOf,
  hasBegun,
  payloadOf,
  payloadOfProposal,
  toPayload,
} from '@/client/shared/event-form/event-values'
import type { SubmissionPayload } from '@/client/shared/event-form/event-values'
import {
  begunOver,
  ownVersion,
  readUpdateDraft,
  useUpdateEditor,
} from '@/client/shared/event-form/update-draft'
import type { UpdateDraft } from '@/client/shared/event-form/update-draft'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { attentionText } from '@/client/shared/outbox/delivery-note'
import { initialOutcome, toastUnstored } from '@/client/shared/outbox/outbox-submit'
import type { OutboxResult } from '@/client/shared/outbox/outbox-submit'
import { useEditedEntry } from '@/client/shared/outbox/use-edited-entry'
import { useNow } from '@/client/shared/time/use-now'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import type { ManagedEvent } from '@/contract/events/managed-events'
import { photoVariant } from '@/domain/events/event'
import type { EventStatus } from '@/domain/events/event'
import { knownFacts, statedFacts } from '@/domain/events/event-fields'
import type { EventFacts } from '@/domain/events/event-fields'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxContent, OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'

// rules 9, timeouts
const SUCCESS_MS = 10_000
const ERROR_MS = 5000

/** What this device knows of an event: as the server has it, as the replica has it, and the change that waits to be sent. */
export interface KnownEvent {
  event: ManagedEvent | undefined
  replicated: (Pick<ManagedEvent, 'schedules' | 'photo'> & EventFacts) | undefined
  waiting: Extract<OutboxEntry, { kind: 'updateManagedEvent' }> | undefined
  waitingPhoto: OutboxPhoto | undefined
}

interface ManagedFormProps {
  id: string
  token: string | undefined
  known: KnownEvent
  /** It is in the outbox, or the server has answered: another form takes this one's place. */
  onDone: (outcome: OutboxResult['outcome']) => Promise<void>
}

/** The event's form: a draft comes first, then what waits in the outbox, then what the team has not decided on. What was rejected is submitted again. */
export function ManagedForm({ known, ...props }: ManagedFormProps) {
  const draft = useDraft({ slot: `manage/${props.id}`, read: readUpdateDraft })
  // The form stays with what it was opened on: what is fetched again must not change what somebody is writing over.
  const [opened, setOpened] = useState(known)
  const [isSending, setSending] = useState(false)
  useUnsaved(draft.isDirty)
  // The waiting change is not sent while somebody writes over it.
  useEditedEntry(draft.isDirty ? opened.waiting?.id : undefined, 'updateManagedEvent')
  if (!draft.isReady) return <Spinner label={m.manage_loading()} />
  // One in which nothing is written shows what is stored by now: what was sent may be read again after the form was opened.
  const shown = draft.isDirty || isSending ? opened : known
  if (keyOf(shown) !== keyOf(opened)) setOpened(shown)
  return (
    <OpenForm
      key={`${keyOf(shown)} ${draft.formKey}`}
      {...props}
      {...{ draft, opened: shown, known }}
      onSending={setSending}
    />
  )
}

interface OpenFormProps extends ManagedFormProps {
  draft: UsedDraft<UpdateDraft>
  opened: KnownEvent
  onSending: (isSending: boolean) => void
}

function OpenForm({ id, token, known, draft, opened, onSending, onDone }: OpenFormProps) {
  const { event, replicated, waiting, waitingPhoto } = opened
  const [begun, setBegun] = useState(() => draft.restored ?? begunOver(begunWith(opened)))
  const [serverErrors] = useState(() =>
    draft.restored === undefined && waiting?.state === 'needs-attention'
      ? { problems: waiting.lastError?.fields ?? [], payload: begunWith(opened).values as SubmissionPayload }
      : undefined,
  )
  const { revision, over, values, hasOwnPhoto } = begun.content
  const nowSeconds = useNow()
  const editor = useUpdateEditor(draft, begun, { photo: waitingPhoto, storedPhoto: storedPhotoOf(opened) })
  const status = event?.status ?? (replicated === undefined ? 'ON_REVIEW' : 'PUBLISHED')
  const startOver = () => {
    draft.discard()
    draft.open('none')
  }

  const submit = async (
    payload: SubmissionPayload,
    photo: OutboxPhoto | undefined,
    keepsStoredPhoto: boolean,
  ) => {
    const infoUrl = event === undefined ? waiting?.payload.change.info_url : event.info_url
    const hadPhoto = event?.photo !== undefined || waiting?.photo !== undefined || isPhotoRemoved(opened)
    const change = {
      ...contentOf(payload, event && payloadOf(event)),
      ...(infoUrl !== undefined && { info_url: infoUrl }),
      ...(photo === undefined && !keepsStoredPhoto && hadPhoto && { photo: null }),
      token,
    }
    const content = (seen: number): OutboxContent => ({
      kind: 'updateManagedEvent',
      payload: { eventId: id, change: { ...change, revision: seen } },
    })
    const store = async () => {
      if (waiting === undefined) return draft.submit(content(revision), photo)
      // Of one that it was not begun over the person is told first.
      const replaced = over?.id === waiting.id ? over : { id: waiting.id, edits: -1 }
      return draft.save(replaced, content(revision), photo).catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'OutboxGone')) throw error
        // It was sent meanwhile: this is another change, over the event as that has made it, if nobody else has edited it since.
        const { event: current } = known
        const isOwn =
          current &&
          differingFields(begunWith(opened).values as SubmissionPayload, payloadOf(current)).length === 0
        return draft.submit(content(isOwn ? current.revision : revision), photo)
      })
    }
    onSending(true)
    try {
      const { outcome, entry } = await initialOutcome(await store())
      if (outcome === 'refused')
        toast.error(m.manage_refused(), {
          description: serverErrorText(entry.lastError) ?? '',
          durationMs: ERROR_MS,
        })
      else if (outcome === 'sent') toastSent(status, payload.title)
      else toast.success(m.manage_queued(), { description: m.manage_queued_text(), durationMs: SUCCESS_MS })
      await onDone(outcome)
    } catch (error) {
      toastUnstored(error, { title: m.manage_refused() })
      onSending(false)
    }
  }

  if (event !== undefined && revision < event.edited_revision) {
    const stored = payloadOf(event)
    const mine = ownVersion(toPayload(values, { website: '', filledInMs: 0 }), stored, begun.content)
    return (
      <EditConflict
        mine={{
          payload: mine,
          photo: editor.photo ?? (hasOwnPhoto || isPhotoRemoved(opened) ? null : undefined),
        }}
        theirs={{ payload: stored, photo: event.photo }}
        tags={event.tags}
        onKeep={() => {
          const kept = { ...begun.content, values: mine, base: stored, revision: event.revision }
          draft.change(kept)
          setBegun({ ...begun, content: kept })
        }}
        onTake={() => {
          if (waiting !== undefined) void loadOfflineClient().then(({ outbox }) => outbox.discard(waiting.id))
          startOver()
        }}
      />
    )
  }
  return (
    <section className={stack({ gap: '6' })}>
      {status === 'PUBLISHED' ? <h2 className={heading}>{m.manage_form_title()}</h2> : null}
      {event?.proposal === undefined ? null : <Banner tone="info">{m.manage_status_proposal()}</Banner>}
      {waiting && serverErrors?.problems.length === 0 ? (
        <Banner tone="danger">{attentionText(waiting)}</Banner>
      ) : null}
      {draft.restored === undefined && (waiting === undefined || serverErrors !== undefined) ? null : (
        <Banner
          tone="info"
          actions={
            draft.restored === undefined ? undefined : (
              <Button variant="secondary" size="sm" onClick={startOver}>
                {m.manage_form_start_over()}
              </Button>
            )
          }
        >
          {draft.restored === undefined ? m.manage_form_waits() : m.manage_form_restored()}
          {draft.restored?.lostPhoto === true ? ` ${m.form_draft_photo()}` : null}
        </Banner>
      )}
      {draft.isStored ? null : <Banner tone="warning">{m.form_not_stored()}</Banner>}
      <EventEditor
        mode="organiser"
        {...editor}
        serverErrors={serverErrors}
        allowPast={() =>
          status !== 'REJECTED' &&
          hasBegun(
            {
              schedules: (event ?? replicated)?.schedules ?? [],
              timetable: event?.timetable ?? begunWith(opened).values.timetable,
            },
            nowSeconds,
          )
        }
        submitLabel={SUBMIT_LABELS[status]()}
        busyLabel={m.manage_form_busy()}
        onSubmit={submit}
      />
    </section>
  )
}

const SUBMIT_LABELS: Record<EventStatus, () => string> = {
  ON_REVIEW: m.manage_form_save,
  PUBLISHED: m.manage_form_propose,
  REJECTED: m.profile_again_submit,
}

/** The last that the organiser has written: what waits, else what the team has not decided on, else the event. One of them is there. */
function begunWith({ event, replicated, waiting }: KnownEvent): UpdateDraft {
  if (waiting !== undefined) {
    const { revision, token: _, photo: __, ...content } = waiting.payload.change
    // A change does not name the facts that it leaves alone.
    const values = { ...statedFacts(knownFacts(event ?? replicated ?? {})), ...content, email: '' }
    return { values, revision, hasOwnPhoto: false, over: { id: waiting.id, edits: waiting.edits } }
  }
  if (event === undefined) throw new Error('No version of the event')
  const { proposal, revision } = event
  const stored = payloadOf(event)
  // The next change would else propose to undo what the team has changed since the proposal.
  const values =
    proposal === undefined
      ? stored
      : changedOver(stored, { base: payloadOf(proposal.base), mine: payloadOfProposal(proposal) })
  return { values, base: stored, revision, hasOwnPhoto: false }
}

function isPhotoRemoved({ waiting }: KnownEvent): boolean {
  return waiting?.payload.change.photo === null
}

/** The photo that the event has by what was written last. */
function storedPhotoOf(known: KnownEvent): string | undefined {
  const { event, replicated } = known
  if (event?.is_photo_withheld === true) return isPhotoRemoved(known) ? undefined : 'withheld'
  const photo = event === undefined ? replicated?.photo : event.photo
  if (photo === undefined || event?.proposal?.photo === null || isPhotoRemoved(known)) return undefined
  return photoVariant(photo, '400')
}

/** The same for versions of which a form shows the same. */
function keyOf(known: KnownEvent): string {
  const { waiting, waitingPhoto } = known
  return JSON.stringify([
    begunWith(known),
    storedPhotoOf(known),
    known.event?.edited_revision,
    waiting && [waiting.state === 'needs-attention', waitingPhoto?.name],
  ])
}

function toastSent(status: EventStatus, title: string): void {
  const durationMs = SUCCESS_MS
  if (status === 'ON_REVIEW') toast.success(m.manage_sent_saved(), { durationMs })
  else if (status === 'PUBLISHED')
    toast.success(m.manage_sent_proposed(), { description: m.manage_sent_proposed_text(), durationMs })
  else {
    const description = `${m.form_sent_text({ title })} ${m.form_sent_next()}`
    toast.success(m.form_sent_title(), { description, durationMs })
  }
}

const heading = css({ textStyle: 'subheading' })
