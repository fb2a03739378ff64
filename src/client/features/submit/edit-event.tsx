import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { EventForm } from '@/client/shared/event-form/event-form'
import { fromSubmission } from '@/client/shared/event-form/from-submission'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { EmptyState } from '@/client/design-system/empty-state'
import { Spinner } from '@/client/design-system/spinner'
import { villageDay } from '@/domain/time/local-time'
import { attentionText } from '@/client/shared/outbox/attention-text'
import { useLockedEntry } from '@/client/shared/outbox/use-locked-entry'
import type { LockedEntry } from '@/client/shared/outbox/use-locked-entry'
import { useNow } from '@/client/shared/time/use-now'
import * as m from '@/messages/compiled/messages.js'
import { hasEarlierArrived, replacing } from '@/offline/outbox/drafts/edit-entry'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { SentWhileEditing } from './sent-while-editing'
import { submitEvent } from './submission-result'
import type { EventResult } from './submission-result'
import { photoToBeginWith, useDraft } from '@/client/shared/event-form/draft/use-draft'

interface EditEventProps {
  /** The id of an entry of the outbox. */
  id: string
  onResult: (result: EventResult) => Promise<void>
}

/** Edits an event that has not been sent yet. Its outbox entry stays as it was until the new one replaces it. */
export function EditEvent({ id, onResult }: EditEventProps) {
  const editing = useLockedEntry(id, 'submitEvent')
  if (editing.state === 'loading') return <Spinner label={m.form_edit_loading()} />
  if (editing.state === 'unreadable') return <Banner tone="danger">{m.outbox_unreadable()}</Banner>
  if (editing.state === 'busy' && editing.entry === undefined)
    return <NotEditable title={m.form_edit_busy()} />
  return <EditForm key={id} id={id} editing={editing} onResult={onResult} />
}

interface EditFormProps extends EditEventProps {
  editing: LockedEntry<'submitEvent'>
}

function EditForm({ id, editing: { state, entry }, onResult }: EditFormProps) {
  const token = useLocation({ select: (location) => location.state.draft })
  const draft = useDraft(`edit/${id}`, { which: token === undefined ? undefined : { token } })
  const today = villageDay(useNow())
  const [serverErrors] = useState(() => (entry ? serverErrorsOf(entry) : undefined))
  const choices = usePlaceAndTagOptions()
  const [isSaving, setSaving] = useState(false)
  useUnsaved(draft.isDirty)
  if (!draft.isReady) return <Spinner label={m.form_edit_loading()} />
  // What is on its way in a draft was begun over the entry as it was then.
  const edited = replacing(entry, openedOf(draft.restored?.context))
  const values = draft.restored?.values ?? (entry ? fromSubmission(entry.payload) : undefined)
  if (values === undefined) return <NotEditable title={m.form_edit_gone()} />
  // The entry that could be replaced is gone: from here on it is another submission.
  const isLate = !isSaving && (state === 'sent' || state === 'gone')
  const isNew = isLate || (entry !== undefined && hasEarlierArrived(entry))
  return (
    <>
      {isNew ? null : <p className={css({ color: 'fg.muted' })}>{m.form_edit_intro()}</p>}
      {entry && serverErrors && !isLate ? (
        <Banner tone="danger">
          {serverErrors.problems.length > 0 ? m.form_edit_refused() : attentionText(entry)}
        </Banner>
      ) : null}
      {isLate ? <SentWhileEditing wasSent={state === 'sent'} draft={draft} fallback={values} /> : null}
      <EventForm
        initialValues={values}
        initialPhoto={photoToBeginWith(draft.restored, entry?.photo)}
        serverErrors={serverErrors}
        // The minimum fill time passed when it was first written.
        wasBegunBefore
        today={today}
        choices={choices}
        submitLabel={isNew ? m.form_edit_send_as_new() : m.form_save_changes()}
        busyLabel={m.form_saving()}
        onChange={(written, photo) => draft.changeWith(written, photo, { opened: edited?.opened })}
        onSubmit={async (written, photo) => {
          setSaving(true)
          const payload = { ...written, ...resubmissionOf(entry) }
          const result = await submitEvent({ title: payload.title, photo }, () =>
            draft.submit({ kind: 'submitEvent', payload }, photo, isLate ? undefined : edited),
          )
          if (result !== undefined) return onResult(result)
          setSaving(false)
        }}
      />
    </>
  )
}

function NotEditable({ title }: { title: string }) {
  return (
    <EmptyState
      title={title}
      actions={
        <>
          <Link to="/outbox" className={button({ variant: 'secondary' })}>
            {m.form_waits_link()}
          </Link>
          <Link to="/add-event" search={{}} className={button()}>
            {m.form_new_event()}
          </Link>
        </>
      }
    />
  )
}

const openedSchema = z.object({ opened: z.string() })

function openedOf(context: unknown): string | undefined {
  return openedSchema.safeParse(context).data?.opened
}

/** It stays another try of the same rejected event. */
function resubmissionOf(entry: LockedEntry<'submitEvent'>['entry']) {
  const original = entry?.payload.resubmission_of
  return original === undefined ? {} : { resubmission_of: original }
}

function serverErrorsOf({ state, lastError, payload }: NonNullable<LockedEntry<'submitEvent'>['entry']>) {
  if (state !== 'needs-attention') return undefined
  return { problems: lastError?.fields ?? [], payload }
}
