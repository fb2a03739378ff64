import { useNavigate, useRouter } from '@tanstack/react-router'
import { EventForm } from '@/client/shared/event-form/event-form'
import { payloadOf, withInfoUrl } from '@/client/shared/event-form/from-event'
import { fromSubmission } from '@/client/shared/event-form/from-submission'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { useDraft } from '@/client/shared/event-form/draft/use-draft'
import { isOnPage } from '@/client/shared/layout/history-state'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { toast } from '@/client/shared/notifications/toast'
import { report } from '@/client/shared/offline/report'
import { initialOutcome } from '@/client/shared/outbox/outbox-submit'
import { useNow } from '@/client/shared/time/use-now'
import { Banner } from '@/client/design-system/banner'
import { Spinner } from '@/client/design-system/spinner'
import type { ManagedEvent } from '@/contract/managed-events/read-managed-event'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { unstoredText } from './send-managed'

/** A rejected event as the form of another submission. Its address and photo are not filled in: whoever has the mail could read them. */
export function ResubmitManaged({ event }: { event: ManagedEvent }) {
  const draft = useDraft(`manage/${event.id}`)
  const navigate = useNavigate()
  const { history } = useRouter()
  const choices = usePlaceAndTagOptions()
  const today = villageDay(useNow())
  useUnsaved(draft.isDirty)
  if (!draft.isReady) return <Spinner label={m.manage_loading()} />
  return (
    <>
      {event.review_reason === undefined ? null : (
        <Banner tone="danger" title={m.profile_again_reason()}>
          <p className={reason}>{event.review_reason}</p>
        </Banner>
      )}
      <p className={hint}>{m.manage_again_photo()}</p>
      <EventForm
        initialValues={
          draft.restored?.values ?? fromSubmission(withInfoUrl(payloadOf(event), event.info_url))
        }
        initialPhoto={draft.restored?.photo}
        // The minimum fill time passed when it was first written.
        wasBegunBefore
        today={today}
        choices={choices}
        submitLabel={m.profile_again_submit()}
        busyLabel={m.manage_form_busy()}
        onChange={draft.change}
        onSubmit={async (payload, photo) => {
          try {
            const stored = await draft.submit({ kind: 'submitEvent', payload }, photo)
            const { outcome, entry } = await initialOutcome(stored)
            if (outcome === 'sent') toast.success(m.form_sent_title())
            if (!isOnPage(history, `/manage/${event.id}`)) {
              if (outcome === 'refused')
                toast.error(m.form_refused_title({ title: payload.title }), {
                  description: m.form_refused_text(),
                })
              return
            }
            const search = outcome === 'refused' ? { edit: entry.id } : { sent: entry.id }
            await navigate({ to: '/add-event', search })
          } catch (error) {
            if (error instanceof Error && error.name === 'AlreadySubmitted') {
              toast.error(m.form_already_title(), { description: m.form_already_text() })
              return
            }
            report('The event could not be stored on this device.', error)
            toast.error(m.form_failed_title(), { description: unstoredText(error) })
          }
        }}
      />
    </>
  )
}

const reason = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
const hint = css({ textStyle: 'small', color: 'fg.muted' })
