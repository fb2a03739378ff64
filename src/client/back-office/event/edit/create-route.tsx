import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { useDraft, type UsedDraft } from '@/client/shared/drafts/use-draft'
import { EventEditor, type ChosenPhoto } from '@/client/shared/event-form/event-editor'
import {
  contentOf,
  emptyValues,
  isEmptyEvent,
  valuesLike,
  type SubmissionPayload,
} from '@/client/shared/event-form/event-values'
import { readDraft, type Begun, type EventDraft } from '@/client/shared/event-form/event-draft'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { isOnPage } from '@/client/shared/layout/page-head'
import { withOfflineClient } from '@/client/shared/offline/client-call'
import { searchTexts } from '@/client/shared/links/web-url'
import { toast } from '@/client/shared/notifications/toast'
import { createEvent, type BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { PHOTO_OPTIONS, withPhoto } from '@/offline/api/photo-upload'
import { newId } from '@/offline/platform/deferred'
import { LoadedEvent } from '@/client/back-office/event/loaded-event'
import { ListSkeleton, Page } from '@/client/back-office/shared/page'
import { DraftGuard } from './draft-guard'

/** An event of the team's own, published at once; with `from` another one to new dates. */
function CreatePage() {
  const { from } = Route.useSearch()
  return (
    <Page title={m.admin_edit_create_title()} isForm>
      {from === undefined ? (
        <CreateEvent original={undefined} />
      ) : (
        <LoadedEvent key={from} id={from} isForm>
          {(event) => <CreateEvent original={event} />}
        </LoadedEvent>
      )}
    </Page>
  )
}

function CreateEvent({ original }: { original: BackOfficeEvent | undefined }) {
  const [source] = useState(original)
  const draft = useDraft({
    slot: source === undefined ? 'staff/new' : `staff/copy/${source.id}`,
    read: readDraft,
    isEmpty: ({ values }) => source === undefined && isEmptyEvent(values),
  })
  if (!draft.isReady) return <ListSkeleton />
  return (
    <>
      <p>
        {source === undefined
          ? m.admin_edit_create_intro()
          : m.admin_edit_duplicate_intro({ title: source.title })}
      </p>
      <DraftGuard draft={draft} />
      <CreateForm key={draft.formKey} {...{ source, draft }} />
    </>
  )
}

interface CreateFormProps {
  source: BackOfficeEvent | undefined
  draft: UsedDraft<EventDraft>
}

function CreateForm({ source, draft }: CreateFormProps) {
  const [begun] = useState((): Begun => {
    const values = source ? valuesLike(source) : emptyValues()
    return draft.restored ?? { content: { values } }
  })
  /** The key under which an earlier version has arrived is none for this one. */
  const [otherKey, setOtherKey] = useState<string>()
  const navigate = useNavigate()
  const { history } = useRouter()
  const queryClient = useQueryClient()

  const submit = async (payload: SubmissionPayload, photo: ChosenPhoto) => {
    const keepsPhoto = photo === undefined && source?.photo !== undefined
    const body = { ...contentOf(payload), ...(keepsPhoto && { photo_of: source.id }) }
    // The draft's own key: whatever became of an earlier press, it is published once.
    const options = { ...PHOTO_OPTIONS, idempotencyKey: otherKey ?? draft.token ?? newId() }
    const outcome = await withOfflineClient(({ api }) =>
      withPhoto(api, photo, (sent) => api.call(createEvent, { body: { ...body, ...sent } }, options)),
    )
    if (outcome.kind === 'ok') {
      draft.discard()
      toast.success(m.admin_edit_created())
      void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
      if (!isOnPage(history, '/backoffice/events/new')) return
      return navigate({
        to: '/backoffice/events/$id',
        params: { id: outcome.data.id },
        replace: true,
        ignoreBlocker: true,
      })
    }
    if (outcome.kind === 'refused' && outcome.code === 'IDEMPOTENCY_KEY_REUSED') setOtherKey(newId())
    toast.error(m.admin_edit_create_failed(), { description: formFailureText(outcome) })
    return outcome
  }
  return (
    <EventEditor
      mode="staff"
      {...{ draft, begun }}
      photo={source?.photo}
      submitLabel={m.admin_edit_create_submit()}
      busyLabel={m.admin_edit_create_submitting()}
      onSubmit={submit}
    />
  )
}

export const Route = createFileRoute('/backoffice/events/new')({
  // `from`: the event that is repeated.
  validateSearch: searchTexts('from'),
  component: CreatePage,
})
