import { createFileRoute, getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { isOnPage } from '@/client/shared/layout/page-head'
import { toast } from '@/client/shared/notifications/toast'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { eventQuery } from '@/client/back-office/shared/back-office-queries'
import { LoadedEvent, EventSkeleton, readEvent, sendUpdate } from '@/client/back-office/event/loaded-event'
import { useDraft } from '@/client/shared/event-form/draft/use-draft'
import type { EventFormValues, SubmissionPayload } from '@/client/shared/event-form/form-values'
import { EventForm } from '@/client/shared/event-form/event-form'
import type { ServerErrors } from '@/client/shared/event-form/problems/form-problems'
import { fromSubmission, hasBegun, payloadOf, toUpdate } from '@/client/shared/event-form/form-values'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { villageDay } from '@/domain/time/local-time'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { useNow } from '@/client/shared/time/use-now'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { DraftGuard, editedOver, hashOf } from './draft-guard'
import type { EditedOver } from './draft-guard'
import { PhotoPreview } from '@/client/shared/photos/photo'
import { conflictChoices, mergeVersions } from '@/client/shared/event-form/merge-versions'
import { css } from 'styled-system/css'
import { ConflictPanel, StoredPhoto, sidePhoto } from './conflict-panel'

interface EditEventProps {
  event: BackOfficeEvent
  onUpdated: () => Promise<void>
}

/** The edit of one event. What was written stays after every failure; another's edit meanwhile is shown, never overwritten. */
function EditEvent({ event, onUpdated }: EditEventProps) {
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
  isRestored: boolean
  onStartOver: () => void
}

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

interface EditedVersion extends EditedOver {
  payload: SubmissionPayload
  photo: OutboxPhoto | undefined
}

interface EditConflict extends EditedVersion {
  theirs: BackOfficeEvent
}

interface ResolveConflictProps {
  conflict: EditConflict
  onResolve: (merged: EditedVersion) => void
}

function ResolveConflict({ conflict, onResolve }: ResolveConflictProps) {
  const { base, payload, theirs, photo, keepsStoredPhoto } = conflict
  const other = payloadOf(theirs)
  const isPhotoMine = !keepsStoredPhoto || photo !== undefined
  const isPhotoConflict = isPhotoMine && hashOf(base) !== hashOf(theirs)
  const { tags } = usePlaceAndTagOptions()
  return (
    <ConflictPanel
      mine={payload}
      theirs={other}
      initialChoices={conflictChoices(payloadOf(base), payload, other)}
      photo={
        isPhotoConflict
          ? {
              mine: <OwnPhoto photo={photo} />,
              theirs: <StoredPhoto of={theirs} alt={m.admin_edit_photo_theirs()} />,
            }
          : undefined
      }
      tagNames={new Map([...base.tags, ...theirs.tags, ...tags].map(({ key, name }) => [key, name]))}
      onResolve={(choices, isPhotoTheirs) =>
        onResolve({
          base: theirs,
          payload: mergeVersions(payload, other, choices),
          photo: isPhotoTheirs ? undefined : photo,
          keepsStoredPhoto: isPhotoTheirs || keepsStoredPhoto,
        })
      }
    />
  )
}

function OwnPhoto({ photo }: { photo: OutboxPhoto | undefined }) {
  if (photo === undefined) return <>{m.admin_edit_photo_removed()}</>
  return <PhotoPreview photo={photo} alt={m.admin_edit_photo_new()} className={sidePhoto} />
}

const route = getRouteApi('/backoffice/events/$id/edit')

function EditPage() {
  const { id } = route.useParams()
  return (
    <article className={frame}>
      <h1 className={title}>{m.admin_edit_title()}</h1>
      <LoadedEvent key={id} id={id} isForm>
        {(event) => <EditLoaded event={event} />}
      </LoadedEvent>
    </article>
  )
}

function EditLoaded({ event }: { event: BackOfficeEvent }) {
  // The event as it was when it was opened: a new fetch must not change what somebody is writing over.
  const [opened] = useState(event)
  const navigate = useNavigate()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const done = async () => {
    toast.success(m.admin_edit_updated())
    void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    // Its page shows what was saved: the event alone is waited for.
    await queryClient.refetchQueries(
      { queryKey: eventQuery(opened.id).queryKey, exact: true },
      { cancelRefetch: false },
    )
    if (!isOnPage(history, `/backoffice/events/${opened.id}/edit`)) return
    if (history.location.state.cameFrom === 'detail') history.back()
    else void navigate({ to: '/backoffice/events/$id', params: { id: opened.id }, replace: true })
  }
  return <EditEvent event={opened} onUpdated={done} />
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0', maxWidth: 'form' })
const title = css({ textStyle: 'title' })

export const Route = createFileRoute('/backoffice/events/$id/edit')({ component: EditPage })
