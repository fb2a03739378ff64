import { useState } from 'react'
import { EventForm } from '@/client/shared/event-form/event-form'
import { contentOf, hasBegun, fromSubmission } from '@/client/shared/event-form/form-values'
import { isSameVersion } from '@/client/shared/event-form/merge-versions'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import type { SubmissionPayload } from '@/client/shared/event-form/form-values'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { photoToBeginWith, useDraft } from '@/client/shared/event-form/draft/use-draft'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { attentionText } from '@/client/shared/outbox/delivery-note'
import { initialOutcome, toastUnstored } from '@/client/shared/outbox/outbox-submit'
import type { OutboxResult } from '@/client/shared/outbox/outbox-submit'
import { useLockedEntry } from '@/client/shared/outbox/use-locked-entry'
import { useNow } from '@/client/shared/time/use-now'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import type { EventStatus } from '@/domain/events/event'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { replacing } from '@/offline/outbox/drafts/edit-entry'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import type { ManagedEntries, ManagedVersion } from './managed-versions'
import { isSameContent, readContext, serverErrorsOf, writtenOf } from './managed-versions'

// rules 9, timeouts
const SUCCESS_MS = 10_000
const ERROR_MS = 5000

interface ManagedFormProps {
  event: ManagedVersion
  token: string | undefined
  waiting: ManagedEntries['change']
  /** It is in the outbox, or the server has answered: another form takes this one's place. */
  onDone: (outcome: OutboxResult['outcome']) => Promise<void>
}

/** The event's form: a draft comes first, then what waits in the outbox, then what the team has not decided on. What was rejected is submitted again. */
export function ManagedForm({ event, token, waiting, onDone }: ManagedFormProps) {
  const draft = useDraft(`manage/${event.id}`)
  const [resetCount, setResetCount] = useState(0)
  // The form stays with what it was opened on: what is fetched again must not change what somebody is writing over.
  const [opened, setOpened] = useState({ event, waiting })
  const openAgain = () => {
    setOpened({ event, waiting })
    setResetCount((before) => before + 1)
  }
  const choices = usePlaceAndTagOptions()
  const nowSeconds = useNow()
  useUnsaved(draft.isDirty)
  // The waiting change is not sent while somebody writes over it.
  useLockedEntry(draft.isDirty ? opened.waiting?.id : undefined, 'updateManagedEvent')
  if (!draft.isReady) return <Spinner label={m.manage_loading()} />
  const restored = resetCount === 0 ? draft.restored : undefined
  // One in which nothing is written shows what is stored by now: what was sent may be read again after the form was opened.
  if (!draft.isDirty && !isSameContent(opened.event, event)) openAgain()
  const written = writtenOf(opened.event, opened.waiting)
  const context = restored && readContext(restored.context)
  const edited = replacing(opened.waiting, context?.opened)
  const isOutdated = (context ?? written).revision < opened.event.edited_revision
  const serverErrors = serverErrorsOf(opened.waiting)
  // One that there was no room for is not there to be replaced.
  const keepsPhoto = context === undefined || context.keepsStoredPhoto || restored?.lostPhoto === true
  const storedPhoto = photoOf(opened, keepsPhoto)

  const submit = async (
    payload: SubmissionPayload,
    photo: OutboxPhoto | undefined,
    keepsStoredPhoto: boolean,
  ) => {
    const { info_url } = opened.event
    const removesPhoto = photo === undefined && !keepsStoredPhoto && hasPhoto(opened)
    const change = {
      ...contentOf(payload),
      ...(info_url !== undefined && { info_url }),
      ...(removesPhoto && { photo: null }),
      token,
    }
    const store = ({ revision }: ManagedVersion, replaced: typeof edited) => {
      const payloadOver = { eventId: event.id, change: { ...change, revision } }
      return draft.submit({ kind: 'updateManagedEvent', payload: payloadOver }, photo, replaced)
    }
    try {
      const stored = await store(opened.event, edited).catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'OutboxGone')) throw error
        // The waiting change was sent meanwhile: this is another one, over the event as that has made it. What the team has made
        // of it since is in nothing that the person has seen: the server refuses this one for it.
        return store(isSameVersion(written.payload, event.payload) ? event : opened.event, undefined)
      })
      const { outcome, entry } = await initialOutcome(stored)
      if (outcome === 'refused')
        toast.error(m.manage_refused(), {
          description: serverErrorText(entry.lastError) ?? '',
          durationMs: ERROR_MS,
        })
      else if (outcome === 'sent') toastSent(event.status, payload.title)
      else toast.success(m.manage_queued(), { description: m.manage_queued_text(), durationMs: SUCCESS_MS })
      await onDone(outcome)
    } catch (error) {
      toastUnstored(error, { title: m.manage_refused() })
    }
  }
  return (
    <section className={stack({ gap: '6' })}>
      {event.status === 'PUBLISHED' ? <h2 className={heading}>{m.manage_form_title()}</h2> : null}
      {event.isProposed ? <Banner tone="info">{m.manage_status_proposal()}</Banner> : null}
      {isOutdated ? (
        <Banner tone="warning" role="alert">
          {m.manage_form_outdated()}
        </Banner>
      ) : null}
      {opened.waiting && serverErrors?.problems.length === 0 ? (
        <Banner tone="danger">{attentionText(opened.waiting)}</Banner>
      ) : null}
      {restored === undefined && (opened.waiting === undefined || serverErrors !== undefined) ? null : (
        <Banner
          tone="info"
          actions={
            restored === undefined ? undefined : (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  draft.discard()
                  openAgain()
                }}
              >
                {m.manage_form_start_over()}
              </Button>
            )
          }
        >
          {restored === undefined ? m.manage_form_waits() : m.manage_form_restored()}
        </Banner>
      )}
      <EventForm
        key={resetCount}
        initialValues={restored?.values ?? fromSubmission(written.payload)}
        initialPhoto={photoToBeginWith(restored, opened.waiting?.photo)}
        staff={{
          isOrganisers: true,
          allowPast: () => opened.event.status !== 'REJECTED' && hasBegun(opened.event, nowSeconds),
          storedPhotoUrl: storedPhoto === 'withheld' ? undefined : storedPhoto?.url,
          hasWithheldPhoto: storedPhoto === 'withheld',
        }}
        serverErrors={restored === undefined ? serverErrors : undefined}
        wasBegunBefore
        today={villageDay(nowSeconds)}
        choices={choices}
        submitLabel={SUBMIT_LABELS[event.status]()}
        busyLabel={m.manage_form_busy()}
        onChange={(values, photo, keepsStoredPhoto) =>
          draft.changeWith(values, photo, {
            revision: opened.event.revision,
            keepsStoredPhoto,
            opened: context?.opened ?? edited?.opened ?? '',
          })
        }
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

type Opened = Pick<ManagedFormProps, 'event' | 'waiting'>

/** The photo that the event has by what was written last. */
function photoOf({ event, waiting }: Opened, keepsPhoto: boolean): ManagedVersion['photo'] {
  return keepsPhoto && waiting?.payload.change.photo !== null ? event.photo : undefined
}

/** Whether there is a photo, on the server or in what waits: the form says when there is to be none. */
function hasPhoto({ event, waiting }: Opened): boolean {
  return event.photo !== undefined || waiting?.photo !== undefined || waiting?.payload.change.photo === null
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
