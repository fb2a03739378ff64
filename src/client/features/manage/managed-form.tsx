import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EventForm } from '@/client/shared/event-form/event-form'
import { contentOf, hasBegun } from '@/client/shared/event-form/from-event'
import { fromSubmission } from '@/client/shared/event-form/from-submission'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import type { SubmissionPayload } from '@/client/shared/event-form/to-submission'
import { useDraft } from '@/client/shared/event-form/draft/use-draft'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { report } from '@/client/shared/offline/report'
import { initialOutcome } from '@/client/shared/outbox/outbox-submit'
import { useNow } from '@/client/shared/time/use-now'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/spinner'
import type { ManagedEvent } from '@/contract/managed-events/read-managed-event'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'
import type { ManagedEntries } from './managed-entries'
import { readRevision, serverErrorsOf, writtenOf } from './managed-versions'
import { unstoredText } from './send-managed'

// rules 9, timeouts
const SUCCESS_MS = 10_000
const ERROR_MS = 5000

interface ManagedFormProps {
  event: ManagedEvent
  token: string
  /** A change that has not been sent. */
  waiting: ManagedEntries['change']
  onDone: () => void
}

/** The event's form: a draft comes first, then what waits in the outbox, then what the team has not decided on. */
export function ManagedForm({ event, token, waiting, onDone }: ManagedFormProps) {
  const draft = useDraft(`manage/${event.id}`)
  const [resetCount, setResetCount] = useState(0)
  // As it was when it was opened: what is fetched again must not change what somebody is writing over.
  const [opened, setOpened] = useState({ event, waiting })
  const choices = usePlaceAndTagOptions()
  const nowSeconds = useNow()
  useUnsaved(draft.isDirty)
  if (!draft.isReady) return <Spinner label={m.manage_loading()} />
  const restored = resetCount === 0 ? draft.restored : undefined
  const written = writtenOf(opened.event, opened.waiting)
  const base = restored === undefined ? written.revision : readRevision(restored.context)
  const isOutdated = base < opened.event.edited_revision

  const submit = async (payload: SubmissionPayload) => {
    const { info_url, revision } = opened.event
    const change = { ...contentOf(payload), ...(info_url !== undefined && { info_url }), token, revision }
    const content = { kind: 'updateManagedEvent', payload: { eventId: event.id, change } } as const
    try {
      const { outcome, entry } = await initialOutcome(
        await draft.submit(content, undefined, opened.waiting?.id),
      )
      if (outcome === 'refused') toastRefusal(serverErrorText(entry.lastError))
      else if (outcome === 'sent') toastSent(event.status)
      else toast.success(m.manage_queued(), { description: m.manage_queued_text(), durationMs: SUCCESS_MS })
      onDone()
    } catch (error) {
      report('The change could not be stored on this device.', error)
      toastRefusal(unstoredText(error))
    }
  }
  return (
    <section className={stack({ gap: '6' })}>
      <h2 className={heading}>{m.manage_form_title()}</h2>
      {event.proposal === undefined ? null : <Banner tone="info">{m.manage_status_proposal()}</Banner>}
      {isOutdated ? (
        <Banner tone="warning" role="alert">
          {m.manage_form_outdated()}
        </Banner>
      ) : null}
      {restored === undefined && opened.waiting === undefined ? null : (
        <Banner
          tone="info"
          actions={
            restored === undefined ? undefined : (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  draft.discard()
                  setOpened({ event, waiting })
                  setResetCount((before) => before + 1)
                }}
              >
                {m.manage_form_start_over()}
              </Button>
            )
          }
        >
          {restored === undefined ? m.manage_form_waits() : m.manage_form_restored()}
        </Banner>
      )}
      <p className={hint}>
        {m.manage_form_photo()}{' '}
        <Link to="/contacts" search={{}} className={textLink()}>
          {m.manage_form_photo_link()}
        </Link>
      </p>
      <EventForm
        key={resetCount}
        initialValues={restored?.values ?? fromSubmission(written.payload)}
        staff={{ allowPast: () => hasBegun(opened.event, nowSeconds), hasNoPhoto: true }}
        serverErrors={restored === undefined ? serverErrorsOf(opened.waiting) : undefined}
        wasBegunBefore
        today={villageDay(nowSeconds)}
        choices={choices}
        submitLabel={event.status === 'PUBLISHED' ? m.manage_form_propose() : m.manage_form_save()}
        busyLabel={m.manage_form_busy()}
        onChange={(values) => draft.changeWith(values, undefined, { revision: opened.event.revision })}
        onSubmit={submit}
      />
    </section>
  )
}

function toastSent(status: ManagedEvent['status']): void {
  if (status === 'PUBLISHED')
    toast.success(m.manage_sent_proposed(), {
      description: m.manage_sent_proposed_text(),
      durationMs: SUCCESS_MS,
    })
  else toast.success(m.manage_sent_saved(), { durationMs: SUCCESS_MS })
}

function toastRefusal(description: string | undefined): void {
  toast.error(m.manage_refused(), { ...(description !== undefined && { description }), durationMs: ERROR_MS })
}

const heading = css({ textStyle: 'subheading' })
const hint = css({ textStyle: 'small', color: 'fg.muted' })
