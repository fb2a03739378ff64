import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useDraft } from '@/client/shared/drafts/use-draft'
import { EventEditor } from '@/client/shared/event-form/event-editor'
import { readDraft, toPayload } from '@/client/shared/event-form/event-values'
import type { EventValues } from '@/client/shared/event-form/event-values'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { report } from '@/client/shared/offline/offline-client'
import { attentionText } from '@/client/shared/outbox/delivery-note'
import { useEditedEntry } from '@/client/shared/outbox/use-edited-entry'
import type { EditedEntry } from '@/client/shared/outbox/use-edited-entry'
import { factLines } from '@/client/shared/programme/fact-labels'
import { clockText, everyText } from '@/client/shared/time/event-dates'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import { SUPPORT_MESSAGE_MAX } from '@/domain/support/support-message'
import { cutText } from '@/domain/text/plain-text'
import type { Recurrence } from '@/domain/timetables/timetable'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { priceLine } from '@/messages/price-text'
import { hasEarlierArrived } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { storeDraft } from './begun-event'
import { submitEvent } from './submission-result'
import type { EventResult } from './submission-result'

interface EditEventProps {
  /** The id of an entry of the outbox. */
  id: string
  onResult: (result: EventResult) => Promise<void>
}

/** Edits an event that has not been sent yet. Its entry waits, as it was, until the new one takes its place. */
export function EditEvent({ id, onResult }: EditEventProps) {
  const editing = useEditedEntry(id, 'submitEvent')
  if (editing.state === 'loading') return <Spinner label={m.form_edit_loading()} />
  if (editing.state === 'unreadable') return <Banner tone="danger">{m.outbox_unreadable()}</Banner>
  if (editing.state === 'busy' && editing.entry === undefined)
    return <NotEditable title={m.form_edit_busy()} />
  return <EditForm key={id} id={id} editing={editing} onResult={onResult} />
}

/** A draft of changes: over which edit of the entry it was begun, and whether its photo is another one, or none. */
interface ChangedEvent {
  values: EventValues
  edits?: number | undefined
  hasOwnPhoto?: boolean | undefined
}

function readChanged(content: unknown): ChangedEvent | undefined {
  return readDraft(content) as ChangedEvent | undefined
}

function EditForm({ id, editing, onResult }: EditEventProps & { editing: EditedEntry<'submitEvent'> }) {
  const { state, entry } = editing
  const token = useLocation({ select: (location) => location.state.draft })
  const draft = useDraft({
    slot: `edit/${id}`,
    read: readChanged,
    which: token === undefined ? undefined : { token },
  })
  const [serverErrors] = useState(() =>
    entry?.state === 'needs-attention'
      ? { problems: entry.lastError?.fields ?? [], payload: entry.payload }
      : undefined,
  )
  const [isSaving, setSaving] = useState(false)
  const latest = useRef<ChangedEvent>(undefined)
  useUnsaved(draft.isDirty)
  if (!draft.isReady) return <Spinner label={m.form_edit_loading()} />
  const { restored } = draft
  const begun: ChangedEvent | undefined =
    restored?.content ?? (entry && { values: entry.payload, edits: entry.edits })
  if (begun === undefined) return <NotEditable title={m.form_edit_gone()} />
  const keepsPhoto = begun.hasOwnPhoto !== true || restored?.lostPhoto === true
  const change = (part: Partial<ChangedEvent>) => {
    latest.current = { ...(latest.current ?? begun), ...part }
    draft.change(latest.current)
  }
  // The entry that could be saved is gone: from here on it is another submission.
  const isLate = !isSaving && (state === 'sent' || state === 'gone')
  const isNew = isLate || (entry !== undefined && hasEarlierArrived(entry))
  const sendToTeam = async () => {
    const { values, hasOwnPhoto } = latest.current ?? begun
    const isWhole = await writeMessage(values)
    // The draft keeps what a message has no room for: a long text, and the photo.
    if (isWhole && hasOwnPhoto !== true) draft.discard()
  }
  return (
    <>
      {isNew ? null : <p className={css({ color: 'fg.muted' })}>{m.form_edit_intro()}</p>}
      {entry && serverErrors && !isLate ? (
        <Banner tone="danger">
          {serverErrors.problems.length > 0 ? m.form_edit_refused() : attentionText(entry)}
        </Banner>
      ) : null}
      {isLate ? <SentWhileEditing wasSent={state === 'sent'} onTellTeam={sendToTeam} /> : null}
      <EventEditor
        mode="visitor"
        initial={begun.values}
        photo={keepsPhoto ? editing.photo : restored?.photo}
        serverErrors={serverErrors}
        // The minimum fill time passed when it was first written.
        wasBegunBefore
        submitLabel={isNew ? m.form_edit_send_as_new() : m.form_save_changes()}
        busyLabel={m.form_saving()}
        onChange={(values) => change({ values })}
        onPhoto={(photo) => {
          change({ hasOwnPhoto: true })
          draft.changePhoto(photo)
        }}
        onSubmit={async (payload, photo) => {
          setSaving(true)
          const content = { kind: 'submitEvent' as const, payload }
          const result = await submitEvent({ title: payload.title, photo }, () =>
            isLate ? draft.submit(content, photo) : draft.save({ id, edits: begun.edits }, content, photo),
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

interface SentWhileEditingProps {
  /** Its receipt is still here; else it was discarded, or sent a while ago. */
  wasSent: boolean
  onTellTeam: () => Promise<void>
}

/** The entry was sent before its changes were saved: they can be sent as a new event, or to the team as a message. */
function SentWhileEditing({ wasSent, onTellTeam }: SentWhileEditingProps) {
  const navigate = useNavigate()
  const tell = () =>
    onTellTeam()
      .then(() => navigate({ to: '/contacts', search: {} }))
      .catch((error: unknown) => report('The message could not be prepared.', error))
  return (
    <Banner
      tone="warning"
      title={wasSent ? m.form_edit_sent_title() : m.form_edit_gone()}
      actions={
        <Button variant="secondary" size="sm" onClick={() => void tell()}>
          {m.form_edit_tell_team()}
        </Button>
      }
    >
      <p>{m.form_edit_sent_text()}</p>
    </Banner>
  )
}

/** Writes the draft that the contact form restores. Resolves with whether all of it has room in a message. */
async function writeMessage(values: EventValues): Promise<boolean> {
  const message = `${m.form_edit_message({ title: values.title })}\n\n${asText(values)}`
  const isStored = await storeDraft('message/new', {
    content: {
      first_name: '',
      last_name: '',
      email: values.email,
      topic: 'Event Support',
      message: cutText(message, SUPPORT_MESSAGE_MAX),
    },
  })
  return isStored && message.length <= SUPPORT_MESSAGE_MAX
}

/** The values of the form as a person can read them; the longest, which may be cut, stands last. */
function asText(values: EventValues): string {
  const submission = toPayload(values, { website: '', filledInMs: 0 })
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
