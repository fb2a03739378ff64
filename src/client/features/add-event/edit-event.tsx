import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useKnownChoices } from '@/client/kit/event-form/known-choices'
import { EventForm } from '@/client/kit/event-form/event-form'
import { fromSubmission } from '@/client/kit/event-form/from-submission'
import { useUnsaved } from '@/client/shell/unsaved'
import { Banner } from '@/client/ui/banner'
import { EmptyState } from '@/client/ui/empty-state'
import { Spinner } from '@/client/ui/spinner'
import { villageDay } from '@/client/kit/event-dates'
import { useNow } from '@/client/kit/use-now'
import * as m from '@/messages/compiled/messages.js'
import { button } from 'styled-system/recipes'
import { submitEvent } from './submission-result'
import type { EventResult } from './submission-result'
import { useDraft } from './use-draft'
import { useEditableEntry } from './use-editable-entry'
import type { EditableEntry } from './use-editable-entry'

interface EditEventProps {
  /** Of an entry of the outbox. */
  id: string
  onResult: (result: EventResult) => void
}

/** Changes an event that has not arrived yet. It stays in the outbox as it was until the new one has taken its place. */
export function EditEvent({ id, onResult }: EditEventProps) {
  const found = useEditableEntry(id)
  if (found === 'loading') return <Spinner label={m.form_edit_loading()} />
  if (found === 'gone' || found === 'busy') {
    return (
      <EmptyState
        title={found === 'gone' ? m.form_edit_gone() : m.form_edit_busy()}
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
  return <EditForm key={found.id} entry={found} onResult={onResult} />
}

function EditForm({ entry, onResult }: { entry: EditableEntry; onResult: (result: EventResult) => void }) {
  const draft = useDraft(entry.id)
  const today = villageDay(useNow())
  const [refusal] = useState(() => refusalOf(entry))
  const choices = useKnownChoices()
  useUnsaved(draft.isDirty)
  if (!draft.isReady) return <Spinner label={m.form_edit_loading()} />
  return (
    <>
      {refusal ? <Banner tone="danger">{m.form_edit_refused()}</Banner> : null}
      <EventForm
        initialValues={draft.restored?.values ?? fromSubmission(entry.payload)}
        initialPhoto={entry.photo}
        refusal={refusal}
        // It was long enough in hand when it was first written.
        openedAt={Math.min(entry.createdAt, draft.openedAt) - (entry.payload.filled_in_ms ?? 0)}
        today={today}
        choices={choices}
        submitLabel={m.form_save_changes()}
        busyLabel={m.form_saving()}
        onChange={draft.keep}
        onSubmit={async (payload, photo) => {
          const result = await submitEvent(payload, photo, entry.id)
          if (result === undefined) return
          draft.drop()
          onResult(result)
        }}
      />
    </>
  )
}

function refusalOf({ state, lastError, payload }: EditableEntry) {
  if (state !== 'needs-attention') return undefined
  return { problems: lastError?.fields ?? [], payload }
}
