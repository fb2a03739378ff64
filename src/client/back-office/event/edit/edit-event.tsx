import { useState } from 'react'
import { useDraft } from '@/client/shared/event-form/draft/use-draft'
import type { EventFormValues } from '@/client/shared/event-form/form-values'
import { EventForm } from '@/client/shared/event-form/event-form'
import type { ServerErrors } from '@/client/shared/event-form/problems/form-problems'
import { fromSubmission } from '@/client/shared/event-form/from-submission'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import type { SubmissionPayload } from '@/client/shared/event-form/to-submission'
import { villageDay } from '@/domain/time/local-time'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { useNow } from '@/client/shared/time/use-now'
import { toast } from '@/client/shared/notifications/toast'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { readEvent, sendUpdate } from '../event-calls'
import { EventSkeleton } from '../event-skeleton'
import { DraftGuard } from './draft/draft-guard'
import { editedOver } from './draft/edited-version'
import type { EditedOver } from './draft/edited-version'
import { hasBegun, payloadOf, toUpdate } from '@/client/shared/event-form/from-event'
import { ResolveConflict } from './resolve-conflict'
import type { EditConflict, EditedVersion } from './resolve-conflict'

interface EditEventProps {
  event: BackOfficeEvent
  /** The form stays busy until it is done. */
  onUpdated: () => Promise<void>
}

/** The edit of one event. What was written stays after every failure; another's edit meanwhile is shown, never overwritten. */
export function EditEvent({ event, onUpdated }: EditEventProps) {
  const draft = useDraft(`staff/edit/${event.id}`)
  const [resetCount, setResetCount] = useState(0)
  if (!draft.isReady) return <EventSkeleton isForm />
  return (
    <EditForm
      key={resetCount}
      {...{ event, draft, onUpdated }}
      isRestored={resetCount === 0 && draft.restored !== undefined}
      onStartOver={() => {
        draft.discard()
        setResetCount((before) => before + 1)
      }}
    />
  )
}

interface EditFormProps extends EditEventProps {
  draft: ReturnType<typeof useDraft>
  /** It begins with the draft. */
  isRestored: boolean
  onStartOver: () => void
}

/** The values that the form begins with, and the version that they are written over. */
interface Opened extends EditedOver {
  values: EventFormValues
  photo: OutboxPhoto | undefined
}

function EditForm({ event, draft, isRestored, onStartOver, onUpdated }: EditFormProps) {
  const [opened, setOpened] = useState<Opened>(() => {
    const { restored } = draft
    return isRestored && restored !== undefined
      ? { ...editedOver(restored.context, event), values: restored.values, photo: restored.photo }
      : {
          base: event,
          keepsStoredPhoto: true,
          values: fromSubmission(payloadOf(event)),
          photo: undefined,
        }
  })
  const { base } = opened
  const [conflict, setConflict] = useState<EditConflict>()
  const [serverErrors, setServerErrors] = useState<ServerErrors>()
  const choices = usePlaceAndTagOptions()
  const nowSeconds = useNow()

  const submit = async (
    payload: SubmissionPayload,
    photo: OutboxPhoto | undefined,
    keepsStoredPhoto: boolean,
  ) => {
    const keepsPhoto = keepsStoredPhoto || (base.photo === undefined && photo === undefined)
    const removesPhoto = photo === undefined && !keepsPhoto
    const outcome = await sendUpdate(base.id, toUpdate(payload, base, { removesPhoto }), photo)
    if (outcome.kind === 'ok') {
      draft.discard()
      return onUpdated()
    }
    if (outcome.kind === 'refused' && outcome.code === 'CONFLICT') {
      const theirs = await readEvent(base.id)
      if (theirs !== undefined)
        return setConflict({ base, payload, theirs, photo, keepsStoredPhoto: keepsPhoto })
    }
    if (outcome.kind === 'refused' && outcome.fields.length > 0)
      setServerErrors({ payload, problems: outcome.fields })
    toast.error(m.admin_edit_failed(), {
      description:
        outcome.kind === 'refused' && outcome.code === 'NOT_FOUND'
          ? m.admin_edit_conflict_gone()
          : formFailureText(outcome),
      durationMs: 5000,
    })
  }
  const goOnWith = ({ payload, photo, ...over }: EditedVersion) => {
    const values = fromSubmission(payload)
    draft.changeWith(values, photo, over)
    setOpened({ ...over, values, photo })
    setServerErrors(undefined)
    setConflict(undefined)
  }
  return (
    <>
      <DraftGuard draft={draft} isRestored={isRestored} onStartOver={onStartOver} />
      {conflict === undefined ? (
        <EventForm
          // A new version gives a new form.
          key={base.revision}
          initialValues={opened.values}
          initialPhoto={opened.photo}
          staff={{
            allowPast: () => hasBegun(base, nowSeconds),
            storedPhotoUrl: opened.keepsStoredPhoto ? base.photo : undefined,
          }}
          serverErrors={serverErrors}
          wasBegunBefore
          today={villageDay(nowSeconds)}
          choices={choices}
          submitLabel={m.admin_edit_submit()}
          busyLabel={m.admin_edit_submitting()}
          onChange={(values, photo, keepsStoredPhoto) =>
            draft.changeWith(values, photo, { base, keepsStoredPhoto })
          }
          onSubmit={submit}
        />
      ) : (
        <ResolveConflict conflict={conflict} onResolve={goOnWith} />
      )}
    </>
  )
}
