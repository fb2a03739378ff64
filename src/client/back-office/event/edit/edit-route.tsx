import { createFileRoute, getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { isOnPage } from '@/client/shared/layout/page-head'
import { useDraft } from '@/client/shared/drafts/use-draft'
import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import { EditConflict } from '@/client/shared/event-form/conflict'
import { EventEditor } from '@/client/shared/event-form/event-editor'
import { contentOf, hasBegun, payloadOf } from '@/client/shared/event-form/event-values'
import type { SubmissionPayload } from '@/client/shared/event-form/event-values'
import type { ServerErrors } from '@/client/shared/event-form/problems'
import {
  begunOver,
  ownVersion,
  readUpdateDraft,
  useUpdateEditor,
} from '@/client/shared/event-form/update-draft'
import type { UpdateDraft } from '@/client/shared/event-form/update-draft'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { useNow } from '@/client/shared/time/use-now'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { eventQuery } from '@/client/back-office/shared/back-office-queries'
import { LoadedEvent, EventSkeleton, readEvent, sendUpdate } from '@/client/back-office/event/loaded-event'
import { css } from 'styled-system/css'
import { DraftGuard } from './draft-guard'

const route = getRouteApi('/backoffice/events/$id/edit')

function EditPage() {
  const { id } = route.useParams()
  return (
    <article className={frame}>
      <h1 className={title}>{m.admin_edit_title()}</h1>
      <LoadedEvent key={id} id={id} isForm>
        {(event) => <EditEvent event={event} />}
      </LoadedEvent>
    </article>
  )
}

function EditEvent({ event }: { event: BackOfficeEvent }) {
  // The event as it was when it was opened: a new fetch must not change what somebody is writing over.
  const [base, setBase] = useState(event)
  const draft = useDraft({ slot: `staff/edit/${event.id}`, read: readUpdateDraft })
  if (!draft.isReady) return <EventSkeleton isForm />
  return (
    <>
      <DraftGuard draft={draft} />
      <EditForm key={draft.formKey} {...{ base, draft }} onBase={setBase} />
    </>
  )
}

interface EditFormProps {
  base: BackOfficeEvent
  draft: UsedDraft<UpdateDraft>
  /** The form goes on over this version. */
  onBase: (event: BackOfficeEvent) => void
}

interface Written {
  payload: SubmissionPayload
  photo: OutboxPhoto | undefined
  hasOwnPhoto: boolean
}

/** The edit of one event. What was written stays after every failure; another's edit meanwhile is shown, never overwritten. */
function EditForm({ base, draft, onBase }: EditFormProps) {
  const [begun, setBegun] = useState(() => {
    const payload = payloadOf(base)
    const fresh = { values: payload, base: payload, revision: base.revision, hasOwnPhoto: false }
    return draft.restored ?? begunOver(fresh)
  })
  const [conflict, setConflict] = useState<Written & { theirs: BackOfficeEvent }>()
  const [serverErrors, setServerErrors] = useState<ServerErrors>()
  const nowSeconds = useNow()
  const onUpdated = useLeaveToEvent(base.id)
  const editor = useUpdateEditor(draft, begun, { storedPhoto: base.photo })

  const submit = async (
    payload: SubmissionPayload,
    photo: OutboxPhoto | undefined,
    keepsStoredPhoto: boolean,
  ) => {
    const removesPhoto = photo === undefined && !keepsStoredPhoto && base.photo !== undefined
    const outcome = await sendUpdate(
      base.id,
      {
        ...contentOf(payload, payloadOf(base)),
        // No form shows the older link: it stays.
        ...(base.info_url !== undefined && { info_url: base.info_url }),
        ...(removesPhoto && { photo: null }),
        revision: begun.content.revision,
      },
      photo,
    )
    if (outcome.kind === 'ok') {
      draft.discard()
      return onUpdated()
    }
    if (outcome.kind === 'refused' && outcome.code === 'CONFLICT') {
      const theirs = await readEvent(base.id)
      if (theirs !== undefined)
        return setConflict({ payload, photo, hasOwnPhoto: photo !== undefined || removesPhoto, theirs })
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
          onBase(theirs)
          setConflict(undefined)
        }}
        onTake={() => {
          draft.discard()
          onBase(theirs)
          draft.open('none')
        }}
      />
    )
  }
  return (
    <EventEditor
      mode="staff"
      {...editor}
      allowPast={() => hasBegun(base, nowSeconds)}
      serverErrors={serverErrors}
      submitLabel={m.admin_edit_submit()}
      busyLabel={m.admin_edit_submitting()}
      onSubmit={submit}
    />
  )
}

/** Leads to the event's page, once that shows what was saved. */
function useLeaveToEvent(id: string): () => Promise<void> {
  const navigate = useNavigate()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    toast.success(m.admin_edit_updated())
    void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    // The event alone is waited for.
    await queryClient.refetchQueries(
      { queryKey: eventQuery(id).queryKey, exact: true },
      { cancelRefetch: false },
    )
    if (!isOnPage(history, `/backoffice/events/${id}/edit`)) return
    if (history.location.state.cameFrom === 'detail') history.back()
    else void navigate({ to: '/backoffice/events/$id', params: { id }, replace: true })
  }
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0', maxWidth: 'form' })
const title = css({ textStyle: 'title' })

export const Route = createFileRoute('/backoffice/events/$id/edit')({ component: EditPage })
