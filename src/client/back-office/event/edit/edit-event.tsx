import { useState } from 'react'
import { EventForm } from '@/client/shared/event-form/event-form'
import type { Refusal } from '@/client/shared/event-form/problems/form-problems'
import { fromSubmission } from '@/client/shared/event-form/from-submission'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import type { SubmissionPayload } from '@/client/shared/event-form/to-submission'
import { villageDay } from '@/client/shared/time/event-dates'
import { formFailureText } from '@/client/shared/forms/refusal-text'
import { useNow } from '@/client/shared/time/use-now'
import { toast } from '@/client/shared/notifications/toast'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { readEvent, sendUpdate } from '../event-calls'
import { hasBegun, payloadOf, toUpdate } from './from-event'
import { ResolveConflict } from './resolve-conflict'
import type { EditConflict, EditedVersion } from './resolve-conflict'

/** The edit of one event. What was written stays after every failure; another's edit meanwhile is shown, never overwritten. */
export function EditEvent({ event, onUpdated }: { event: BackOfficeEvent; onUpdated: () => void }) {
  const [edited, setEdited] = useState<EditedVersion>({
    base: event,
    payload: payloadOf(event),
    photo: undefined,
    keepsStoredPhoto: true,
  })
  const [conflict, setConflict] = useState<EditConflict>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [isDirty, setDirty] = useState(false)
  const choices = usePlaceAndTagOptions()
  const nowSeconds = useNow()
  useUnsaved(isDirty)

  const submit = async (
    payload: SubmissionPayload,
    photo: OutboxPhoto | undefined,
    keepsStoredPhoto: boolean,
  ) => {
    const { base } = edited
    const keepsPhoto = keepsStoredPhoto || (base.photo === undefined && photo === undefined)
    const removesPhoto = photo === undefined && !keepsPhoto
    const outcome = await sendUpdate(base.id, toUpdate(payload, base, { removesPhoto }), photo)
    if (outcome.kind === 'ok') {
      setDirty(false)
      return onUpdated()
    }
    if (outcome.kind === 'refused' && outcome.code === 'CONFLICT') {
      const theirs = await readEvent(base.id)
      if (theirs !== undefined)
        return setConflict({ base, payload, theirs, photo, keepsStoredPhoto: keepsPhoto })
    }
    if (outcome.kind === 'refused' && outcome.fields.length > 0)
      setRefusal({ payload, problems: outcome.fields })
    toast.error(m.admin_edit_failed(), {
      description:
        outcome.kind === 'refused' && outcome.code === 'NOT_FOUND'
          ? m.admin_edit_conflict_gone()
          : formFailureText(outcome),
      durationMs: 5000,
    })
  }

  if (conflict !== undefined)
    return (
      <ResolveConflict
        conflict={conflict}
        onResolve={(next) => {
          setEdited(next)
          setRefusal(undefined)
          setConflict(undefined)
        }}
      />
    )
  return (
    <EventForm
      // Another version is another form.
      key={edited.base.revision}
      initialValues={fromSubmission(edited.payload)}
      initialPhoto={edited.photo}
      staff={{
        allowPast: () => hasBegun(edited.base, nowSeconds),
        storedPhotoUrl: edited.keepsStoredPhoto ? edited.base.photo : undefined,
      }}
      refusal={refusal}
      wasBegunBefore
      today={villageDay(nowSeconds)}
      choices={choices}
      submitLabel={m.admin_edit_submit()}
      busyLabel={m.admin_edit_submitting()}
      onChange={() => setDirty(true)}
      onSubmit={submit}
    />
  )
}
