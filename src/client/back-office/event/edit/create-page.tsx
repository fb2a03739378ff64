import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { villageDay } from '@/domain/time/local-time'
import { useDraft } from '@/client/shared/event-form/draft/use-draft'
import { EventForm } from '@/client/shared/event-form/event-form'
import type { ServerErrors } from '@/client/shared/event-form/problems/form-problems'
import { emptyValues, contentOf, valuesOfCopy } from '@/client/shared/event-form/form-values'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import type { SubmissionPayload } from '@/client/shared/event-form/form-values'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { isOnPage } from '@/client/shared/layout/page-head'
import { useNow } from '@/client/shared/time/use-now'
import { toast } from '@/client/shared/notifications/toast'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { sendCreation, EventSkeleton, LoadedEvent } from '@/client/back-office/event/loaded-event'
import { DraftGuard, readKeepsPhoto } from './draft-guard'
import type { EventCreationInput } from '@/domain/submissions/submission'
import { newId } from '@/offline/platform/deferred'
import { css } from 'styled-system/css'

const route = getRouteApi('/backoffice/events/new')

/** An event of the team's own, published at once; with `from` another one to new dates. */
export function CreatePage() {
  const { from } = route.useSearch()
  return (
    <article className={frame}>
      <h1 className={title}>{m.admin_edit_create_title()}</h1>
      {from === undefined ? (
        <CreateEvent original={undefined} />
      ) : (
        <LoadedEvent key={from} id={from} isForm>
          {(event) => <CreateEvent original={event} />}
        </LoadedEvent>
      )}
    </article>
  )
}

function CreateEvent({ original }: { original: BackOfficeEvent | undefined }) {
  const [source] = useState(original)
  const draft = useDraft(source === undefined ? 'staff/new' : `staff/copy/${source.id}`)
  const [resetCount, setResetCount] = useState(0)
  if (!draft.isReady) return <EventSkeleton isForm />
  return (
    <>
      <p>
        {source === undefined
          ? m.admin_edit_create_intro()
          : m.admin_edit_duplicate_intro({ title: source.title })}
      </p>
      <CreateForm
        key={resetCount}
        {...{ source, draft }}
        isRestored={resetCount === 0}
        onStartOver={() => {
          draft.discard()
          setResetCount((before) => before + 1)
        }}
      />
    </>
  )
}

interface CreateFormProps {
  source: BackOfficeEvent | undefined
  draft: ReturnType<typeof useDraft>
  isRestored: boolean
  onStartOver: () => void
}

function CreateForm({ source, draft, isRestored, onStartOver }: CreateFormProps) {
  const [restored] = useState(isRestored ? draft.restored : undefined)
  const [values] = useState(
    () => restored?.values ?? (source === undefined ? emptyValues() : valuesOfCopy(source)),
  )
  const [begunWith] = useState(() => ({
    keepsSourcePhoto: readKeepsPhoto(restored?.context),
    tried: readTried(restored?.context),
  }))
  const tried = useRef(begunWith.tried)
  const [serverErrors, setServerErrors] = useState<ServerErrors>()
  const choices = usePlaceAndTagOptions()
  const navigate = useNavigate()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const today = villageDay(useNow())

  const submit = async (
    payload: SubmissionPayload,
    photo: OutboxPhoto | undefined,
    keepsStoredPhoto: boolean,
  ) => {
    const body = {
      ...contentOf(payload),
      ...(keepsStoredPhoto && source !== undefined ? { photo_of: source.id } : {}),
    }
    tried.current = nextTry(tried.current, body, photo)
    // The key is stored with the draft, so that a press after a reload is the same creation, too.
    draft.changeWith(draft.latest() ?? values, photo, { tried: tried.current, keepsStoredPhoto })
    await draft.session?.flush()
    const outcome = await sendCreation(body, photo, tried.current.key)
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
    // After any other failure nobody knows whether it was published: the same content is sent under the same key again.
    if (outcome.kind === 'refused' && ['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_REUSED'].includes(outcome.code))
      tried.current = undefined
    if (outcome.kind === 'refused' && outcome.fields.length > 0)
      setServerErrors({ payload, problems: outcome.fields })
    toast.error(m.admin_edit_create_failed(), { description: formFailureText(outcome), durationMs: 5000 })
  }
  return (
    <>
      <DraftGuard draft={draft} isRestored={restored !== undefined} onStartOver={onStartOver} />
      <EventForm
        initialValues={values}
        initialPhoto={restored?.photo}
        staff={{
          allowPast: () => false,
          storedPhotoUrl: begunWith.keepsSourcePhoto ? source?.photo : undefined,
        }}
        serverErrors={serverErrors}
        wasBegunBefore
        today={today}
        choices={choices}
        submitLabel={m.admin_edit_create_submit()}
        busyLabel={m.admin_edit_create_submitting()}
        onChange={(changed, photo, keepsStoredPhoto) =>
          draft.changeWith(changed, photo, { tried: tried.current, keepsStoredPhoto })
        }
        onSubmit={submit}
      />
    </>
  )
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0', maxWidth: 'form' })
const title = css({ textStyle: 'title' })

const triedSchema = z.object({ key: z.string(), content: z.string() })

/** The content that was sent, and its Idempotency-Key. The response may have been lost. */
type TriedCreation = z.infer<typeof triedSchema>

/** The content and key that a draft was sent with; undefined when it was not sent yet. */
export function readTried(context: unknown): TriedCreation | undefined {
  const stored = z.object({ tried: triedSchema }).safeParse(context)
  return stored.success ? stored.data.tried : undefined
}

/**
 * The key of a creation: that of the last try while its content is the same, so that however often it is sent there is one event, and
 * a new one for other content.
 */
export function nextTry(
  tried: TriedCreation | undefined,
  body: Omit<EventCreationInput, 'photo'>,
  photo: OutboxPhoto | undefined,
): TriedCreation {
  const content = JSON.stringify([body, photo?.name ?? null, photo?.bytes.byteLength ?? null])
  return tried?.content === content ? tried : { key: newId(), content }
}
