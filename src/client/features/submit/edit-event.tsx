import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { EventForm } from '@/client/shared/event-form/event-form'
import { fromSubmission, toSubmission } from '@/client/shared/event-form/form-values'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Spinner } from '@/client/design-system/skeleton'
import { villageDay } from '@/domain/time/local-time'
import { attentionText } from '@/client/shared/outbox/delivery-note'
import { useLockedEntry } from '@/client/shared/outbox/use-locked-entry'
import type { LockedEntry } from '@/client/shared/outbox/use-locked-entry'
import { useNow } from '@/client/shared/time/use-now'
import * as m from '@/messages/compiled/messages.js'
import { hasEarlierArrived, replacing } from '@/offline/outbox/drafts/edit-entry'
import { photoToBeginWith, useDraft } from '@/client/shared/event-form/draft/use-draft'
import type { EventFormValues } from '@/client/shared/event-form/form-values'
import { clockText, everyText } from '@/client/shared/time/event-dates'
import type { Recurrence } from '@/domain/timetables/timetable'
import { priceLine } from '@/messages/price-text'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { Button } from '@/client/design-system/button'
import { SUPPORT_MESSAGE_MAX } from '@/domain/support/support-message'
import { cutText } from '@/domain/text/plain-text'
import { getLocale } from '@/messages/compiled/runtime.js'
import { newId } from '@/offline/platform/deferred'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { submitEvent } from './submission-result'
import type { EventResult } from './submission-result'

interface EditEventProps {
  /** The id of an entry of the outbox. */
  id: string
  onResult: (result: EventResult) => Promise<void>
}

/** Edits an event that has not been sent yet. Its outbox entry stays as it was until the new one replaces it. */
export function EditEvent({ id, onResult }: EditEventProps) {
  const editing = useLockedEntry(id, 'submitEvent')
  if (editing.state === 'loading') return <Spinner label={m.form_edit_loading()} />
  if (editing.state === 'unreadable') return <Banner tone="danger">{m.outbox_unreadable()}</Banner>
  if (editing.state === 'busy' && editing.entry === undefined)
    return <NotEditable title={m.form_edit_busy()} />
  return <EditForm key={id} id={id} editing={editing} onResult={onResult} />
}

interface EditFormProps extends EditEventProps {
  editing: LockedEntry<'submitEvent'>
}

function EditForm({ id, editing: { state, entry }, onResult }: EditFormProps) {
  const token = useLocation({ select: (location) => location.state.draft })
  const draft = useDraft(`edit/${id}`, { which: token === undefined ? undefined : { token } })
  const today = villageDay(useNow())
  const [serverErrors] = useState(() => (entry ? serverErrorsOf(entry) : undefined))
  const choices = usePlaceAndTagOptions()
  const [isSaving, setSaving] = useState(false)
  useUnsaved(draft.isDirty)
  if (!draft.isReady) return <Spinner label={m.form_edit_loading()} />
  // What is on its way in a draft was begun over the entry as it was then.
  const edited = replacing(entry, openedOf(draft.restored?.context))
  const values = draft.restored?.values ?? (entry ? fromSubmission(entry.payload) : undefined)
  if (values === undefined) return <NotEditable title={m.form_edit_gone()} />
  // The entry that could be replaced is gone: from here on it is another submission.
  const isLate = !isSaving && (state === 'sent' || state === 'gone')
  const isNew = isLate || (entry !== undefined && hasEarlierArrived(entry))
  return (
    <>
      {isNew ? null : <p className={css({ color: 'fg.muted' })}>{m.form_edit_intro()}</p>}
      {entry && serverErrors && !isLate ? (
        <Banner tone="danger">
          {serverErrors.problems.length > 0 ? m.form_edit_refused() : attentionText(entry)}
        </Banner>
      ) : null}
      {isLate ? <SentWhileEditing wasSent={state === 'sent'} draft={draft} fallback={values} /> : null}
      <EventForm
        initialValues={values}
        initialPhoto={photoToBeginWith(draft.restored, entry?.photo)}
        serverErrors={serverErrors}
        // The minimum fill time passed when it was first written.
        wasBegunBefore
        today={today}
        choices={choices}
        submitLabel={isNew ? m.form_edit_send_as_new() : m.form_save_changes()}
        busyLabel={m.form_saving()}
        onChange={(written, photo) => draft.changeWith(written, photo, { opened: edited?.opened })}
        onSubmit={async (written, photo) => {
          setSaving(true)
          const result = await submitEvent({ title: written.title, photo }, () =>
            draft.submit({ kind: 'submitEvent', payload: written }, photo, isLate ? undefined : edited),
          )
          if (result !== undefined) return onResult(result)
          setSaving(false)
        }}
      />
    </>
  )
}

function NotEditable({ title }: { title: string }) {
  return (
    <EmptyState
      title={title}
      actions={
        <>
          <Link to="/outbox" className={button({ variant: 'secondary' })}>
            {m.form_waits_link()}
          </Link>
          <Link to="/add-event" search={{}} className={button()}>
            {m.form_new_event()}
          </Link>
        </>
      }
    />
  )
}

const openedSchema = z.object({ opened: z.string() })

function openedOf(context: unknown): string | undefined {
  return openedSchema.safeParse(context).data?.opened
}

function serverErrorsOf({ state, lastError, payload }: NonNullable<LockedEntry<'submitEvent'>['entry']>) {
  if (state !== 'needs-attention') return undefined
  return { problems: lastError?.fields ?? [], payload }
}

interface SentWhileEditingProps {
  /** Its receipt is still here; else it was discarded, or sent a while ago. */
  wasSent: boolean
  draft: ReturnType<typeof useDraft>
  /** The values of the form until something is changed. */
  fallback: EventFormValues
}

/** The entry was sent before its changes were saved: they can be sent as a new event, or to the team as a message. */
function SentWhileEditing({ wasSent, draft, fallback }: SentWhileEditingProps) {
  const navigate = useNavigate()
  const sendToTeam = async () => {
    const isWhole = await writeContactFormDraft(draft.latest() ?? fallback)
    // The draft keeps what a message has no room for: a long text, and the photo.
    if (isWhole && !draft.hasPhoto()) draft.discard()
    await navigate({ to: '/contacts', search: {} })
  }
  return (
    <Banner
      tone="warning"
      title={wasSent ? m.form_edit_sent_title() : m.form_edit_gone()}
      actions={
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            sendToTeam().catch((error: unknown) => report('The message could not be prepared.', error))
          }}
        >
          {m.form_edit_tell_team()}
        </Button>
      }
    >
      <p>{m.form_edit_sent_text()}</p>
    </Banner>
  )
}

/** The contact form restores it. Resolves with whether all of it has room in a message. */
async function writeContactFormDraft(values: EventFormValues): Promise<boolean> {
  const { outbox } = await loadOfflineClient()
  const message = `${m.form_edit_message({ title: values.title })}\n\n${await asText(values)}`
  await outbox.drafts.put({
    key: { slot: 'message/new', token: newId() },
    content: {
      first_name: '',
      last_name: '',
      email: values.email,
      topic: 'Event Support',
      message: cutText(message, SUPPORT_MESSAGE_MAX),
    },
    photo: undefined,
    hadPhoto: false,
    revision: 0,
  })
  return message.length <= SUPPORT_MESSAGE_MAX
}

/** The values of the form as a person can read them; the longest, which may be cut, stands last. */
async function asText(values: EventFormValues): Promise<string> {
  const { factLines } = await import('@/client/shared/programme/fact-labels')
  const submission = toSubmission(values, { website: '', filledInMs: 0 })
  const { title, description, location_name, timetable, info_links } = submission
  const when =
    'list' in timetable
      ? timetable.list.map(({ start_time, end_time }) => `${start_time} – ${end_time}`)
      : [recurrenceLine(timetable.repeated)]
  const links = (info_links ?? []).map(({ data }) => data)
  const price = priceLine(submission, getLocale())
  const facts = factLines(submission).map(({ label, text }) => `${label}: ${text}`)
  const details = [...(price === undefined ? [] : [price]), ...facts, ...links]
  return [title, location_name, ...when, ...details, description].join('\n')
}

/** 'Every Tuesday, 9:00 AM – 5:00 PM, 2026-06-01 – 2026-08-31'. */
function recurrenceLine(rule: Recurrence): string {
  const hours = `${timeOf(rule.start_hour, rule.start_minute)} – ${timeOf(rule.end_hour, rule.end_minute)}`
  const period = `${rule.period_start_date} – ${rule.period_end_date}`
  return [everyText(rule, getLocale()), ...(rule.is_all_day ? [] : [hours]), period].join(', ')
}

const timeOf = (hour = 0, minute = 0) => clockText(hour, minute, getLocale())
