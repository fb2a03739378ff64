import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { villageDay } from '@/client/shared/time/event-dates'
import { EventForm } from '@/client/shared/event-form/event-form'
import type { Refusal } from '@/client/shared/event-form/problems/form-problems'
import { emptyValues } from '@/client/shared/event-form/form-values'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import type { SubmissionPayload } from '@/client/shared/event-form/to-submission'
import { formFailureText } from '@/client/shared/forms/refusal-text'
import { useNow } from '@/client/shared/time/use-now'
import { toast } from '@/client/shared/notifications/toast'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { newId } from '@/offline/platform/new-id'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { sendCreation } from '../event-calls'
import { contentOf, valuesOfCopy } from './from-event'
import { LoadedEvent } from '../loaded-event'

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
  const [values] = useState(() => (source === undefined ? emptyValues() : valuesOfCopy(source)))
  const [key, setKey] = useState(newId)
  const [refusal, setRefusal] = useState<Refusal>()
  const [isDirty, setDirty] = useState(false)
  const choices = usePlaceAndTagOptions()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useUnsaved(isDirty)

  const submit = async (
    payload: SubmissionPayload,
    photo: OutboxPhoto | undefined,
    keepsStoredPhoto: boolean,
  ) => {
    const outcome = await sendCreation(
      {
        ...contentOf(payload),
        ...(keepsStoredPhoto && source !== undefined ? { photo_of: source.id } : {}),
      },
      photo,
      key,
    )
    if (outcome.kind === 'ok') {
      setDirty(false)
      toast.success(m.admin_edit_created())
      await queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
      return navigate({ to: '/backoffice/events/$id', params: { id: outcome.data.id }, replace: true })
    }
    if (outcome.kind === 'refused') {
      // The same key again would be the same response.
      setKey(newId())
      if (outcome.fields.length > 0) setRefusal({ payload, problems: outcome.fields })
    }
    toast.error(m.admin_edit_create_failed(), { description: formFailureText(outcome), durationMs: 5000 })
  }
  return (
    <>
      <p>
        {source === undefined
          ? m.admin_edit_create_intro()
          : m.admin_edit_duplicate_intro({ title: source.title })}
      </p>
      <EventForm
        initialValues={values}
        staff={{ allowPast: () => false, storedPhotoUrl: source?.photo }}
        refusal={refusal}
        wasBegunBefore
        today={villageDay(useNow())}
        choices={choices}
        submitLabel={m.admin_edit_create_submit()}
        busyLabel={m.admin_edit_create_submitting()}
        onChange={() => setDirty(true)}
        onSubmit={submit}
      />
    </>
  )
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0', maxWidth: 'form' })
const title = css({ textStyle: 'title' })
