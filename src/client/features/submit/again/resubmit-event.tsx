import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { failureText } from '@/client/shared/forms/server-error-text'
import { villageDay } from '@/domain/time/local-time'
import { EventForm } from '@/client/shared/event-form/event-form'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { useSignInFirst } from '@/client/shared/session/return-address'
import { useNow } from '@/client/shared/time/use-now'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { PageHeader } from '@/client/features/submit/submission-result'
import { isNotOwn, rejectedEventQuery } from './rejected-event'
import type { RejectedEvent } from './rejected-event'
import { submitEvent } from '../submission-result'
import type { EventResult } from '../submission-result'
import { photoToBeginWith, useDraft } from '@/client/shared/event-form/draft/use-draft'

interface ResubmitEventProps {
  /** The id of a rejected event of the current user. */
  id: string
  onResult: (result: EventResult) => Promise<void>
}

/** A rejected event, changed and submitted again. Only its submitter may; what is half-written comes back without a network. */
export function ResubmitEvent(props: ResubmitEventProps) {
  return (
    <>
      <PageHeader title={m.profile_again_title()} intro={m.profile_again_intro()} />
      <OwnRejectedEvent {...props} />
    </>
  )
}

function OwnRejectedEvent({ id, onResult }: ResubmitEventProps) {
  const user = useCurrentUser()
  const draft = useDraft(`again/${id}`)
  const { restored } = draft
  // An open form stays open, whatever becomes of the session: its text is not lost.
  const [opened, setOpened] = useState<{ event: RejectedEvent; ownerId: string }>()
  const event = useQuery({
    ...rejectedEventQuery(user?.id ?? '', id),
    enabled: Boolean(user) && draft.isReady && opened === undefined,
  })
  if (user && event.data !== undefined && opened === undefined)
    setOpened({ event: event.data, ownerId: user.id })
  const isEditing = opened !== undefined || restored !== undefined
  useSignInFirst(user === null && !isEditing)
  useUnsaved(draft.isDirty)

  if (event.isError && !isEditing)
    return <NotOpened error={event.error} isBusy={event.isFetching} onRetry={() => void event.refetch()} />
  if (!isEditing || !draft.isReady) return <Spinner label={m.profile_again_loading()} />
  if (opened !== undefined && opened.event.status !== 'REJECTED')
    return <NotAgain title={m.profile_again_not_rejected()} />
  if (opened?.event.isResubmitted === true) return <NotAgain title={m.profile_again_already()} />
  return (
    <>
      {user === null ? <SignedOut /> : null}
      {user && opened !== undefined && opened.ownerId !== user.id ? (
        <Banner tone="warning" role="alert">
          {m.profile_again_other_account()}
        </Banner>
      ) : null}
      <AgainForm key={draft.formKey} id={id} event={opened?.event} draft={draft} onResult={onResult} />
    </>
  )
}

interface AgainFormProps extends ResubmitEventProps {
  event: RejectedEvent | undefined
  draft: ReturnType<typeof useDraft>
}

function AgainForm({ id, event, draft, onResult }: AgainFormProps) {
  const today = villageDay(useNow())
  const choices = usePlaceAndTagOptions()
  const values = draft.restored?.values ?? event?.values
  if (values === undefined) return null
  return (
    <>
      {event?.reason ? (
        <Banner tone="danger" title={m.profile_again_reason()}>
          <p dir="auto" className={reasonText}>
            {event.reason}
          </p>
        </Banner>
      ) : null}
      {event?.hasLostPhoto ? <Banner tone="warning">{m.profile_again_photo_failed()}</Banner> : null}
      <EventForm
        initialValues={values}
        initialPhoto={photoToBeginWith(draft.restored, event?.photo)}
        serverErrors={draft.restored ? undefined : event?.serverErrors}
        // The minimum fill time passed when it was first written.
        wasBegunBefore
        today={today}
        choices={choices}
        submitLabel={m.profile_again_submit()}
        busyLabel={m.form_submitting()}
        onChange={draft.change}
        onSubmit={async (written, photo) => {
          const payload = { ...written, resubmission_of: id }
          const result = await submitEvent({ title: payload.title, photo }, () =>
            draft.submit({ kind: 'submitEvent', payload }, photo),
          )
          if (result !== undefined) await onResult(result)
        }}
      />
    </>
  )
}

function SignedOut() {
  return (
    <Banner
      tone="warning"
      role="alert"
      actions={
        // The link opens another tab: this one keeps the text.
        <Link to="/login" search={{}} target="_blank" className={button({ size: 'sm' })}>
          {m.profile_sign_in()}
        </Link>
      }
    >
      {m.profile_again_signed_out()}
    </Banner>
  )
}

function NotOpened({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) {
  if (isNotOwn(error)) return <EmptyState title={m.profile_again_gone()} actions={<BackLink />} />
  return (
    <EmptyState
      title={m.profile_again_failed()}
      actions={
        <>
          <BackLink />
          <Button busy={isBusy} onClick={onRetry}>
            {m.profile_try_again()}
          </Button>
        </>
      }
    >
      {failureText(outcomeOf(error))}
    </EmptyState>
  )
}

function NotAgain({ title }: { title: string }) {
  return <EmptyState title={title} actions={<BackLink />} />
}

function BackLink() {
  return (
    <Link to="/profile" search={{}} className={button({ variant: 'secondary' })}>
      {m.profile_again_back()}
    </Link>
  )
}

const reasonText = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
