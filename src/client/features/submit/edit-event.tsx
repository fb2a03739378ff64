import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useDraft } from '@/client/shared/drafts/use-draft'
import { EventEditor } from '@/client/shared/event-form/event-editor'
import { DraftNotice, readDraft, type Begun } from '@/client/shared/event-form/event-draft'
import { attentionText } from '@/client/shared/outbox/delivery-outcome'
import { useEditedEntry, type EditedEntry } from '@/client/shared/outbox/use-edited-entry'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Spinner } from '@/client/design-system/skeleton'
import { mutedText } from '@/client/design-system/text'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { hasEarlierArrived, refusedFields } from '@/offline/outbox/entry'
import { submitEvent, type EventResult } from './submission-result'

interface EditEventProps {
  /** The id of an entry of the outbox. */
  id: string
  onResult: (result: EventResult) => Promise<void>
}

/** Edits an event that has not been sent yet. Its entry waits, as it was, until the new one takes its place. */
export function EditEvent({ id, onResult }: EditEventProps) {
  const editing = useEditedEntry(id, 'submitEvent')
  if (editing.state === 'loading') return <Spinner label={m.form_edit_loading()} />
  if (editing.state === 'unreadable') return <Banner tone="danger">{m.outbox_unreadable()}</Banner>
  if (editing.state === 'busy' && editing.entry === undefined)
    return <NotEditable title={m.form_edit_busy()} />
  return <EditForm key={id} id={id} editing={editing} onResult={onResult} />
}

function EditForm({ id, editing, onResult }: EditEventProps & { editing: EditedEntry<'submitEvent'> }) {
  const { state, entry } = editing
  const token = useLocation({ select: (location) => location.state.draft })
  const draft = useDraft({
    slot: `edit/${id}`,
    read: readDraft,
    which: token === undefined ? undefined : { token },
  })
  const [refused] = useState(() =>
    entry?.state === 'needs-attention'
      ? { problems: refusedFields(entry), payload: entry.payload }
      : undefined,
  )
  const [isSaving, setSaving] = useState(false)
  if (!draft.isReady) return <Spinner label={m.form_edit_loading()} />
  const begun: Begun | undefined =
    draft.restored ?? (entry && { content: { values: entry.payload, revision: entry.edits } })
  if (begun === undefined) return <NotEditable title={m.form_edit_gone()} />
  // The entry that could be saved is gone: from here on it is another submission.
  const isLate = !isSaving && (state === 'sent' || state === 'gone')
  const isNew = isLate || (entry !== undefined && hasEarlierArrived(entry))
  return (
    <>
      <DraftNotice draft={draft} hasNote={false} />
      {isNew ? null : <p className={mutedText}>{m.form_edit_intro()}</p>}
      {entry && refused && !isLate ? (
        <Banner tone="danger">
          {refused.problems.length > 0 ? m.form_edit_refused() : attentionText(entry)}
        </Banner>
      ) : null}
      {isLate ? (
        <Banner tone="warning" title={state === 'sent' ? m.form_edit_sent_title() : m.form_edit_gone()}>
          <p>{m.form_edit_sent_text()}</p>
        </Banner>
      ) : null}
      <EventEditor
        mode="visitor"
        {...{ draft, begun }}
        photo={editing.photo}
        refused={refused}
        submitLabel={isNew ? m.form_edit_send_as_new() : m.form_save_changes()}
        busyLabel={m.form_saving()}
        onSubmit={async (payload, chosen) => {
          setSaving(true)
          const content = { kind: 'submitEvent' as const, payload }
          const result = await submitEvent(chosen, (photo) =>
            isLate
              ? draft.submit(content, photo)
              : draft.save({ id, edits: begun.content.revision }, content, photo),
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
          <ButtonLink to="/outbox" variant="secondary">
            {m.form_waits_link()}
          </ButtonLink>
          <ButtonLink to="/add-event">{m.form_new_event()}</ButtonLink>
        </>
      }
    />
  )
}
