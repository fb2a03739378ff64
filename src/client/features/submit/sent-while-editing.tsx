import { useNavigate } from '@tanstack/react-router'
import type { EventFormValues } from '@/client/shared/event-form/form-values'
import { toSubmission } from '@/client/shared/event-form/to-submission'
import { clockText } from '@/client/shared/time/event-dates'
import { everyText } from '@/client/shared/time/recurrence-text'
import type { Recurrence } from '@/domain/timetables/timetable'
import { priceLine } from '@/messages/price-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { report } from '@/client/shared/offline/report'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { SUPPORT_MESSAGE_MAX } from '@/domain/support/support-message'
import { cutText } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { newId } from '@/offline/platform/new-id'
import type { useDraft } from '@/client/shared/event-form/draft/use-draft'

interface SentWhileEditingProps {
  /** Its receipt is still here; else it was discarded, or sent a while ago. */
  wasSent: boolean
  draft: ReturnType<typeof useDraft>
  /** The values of the form until something is changed. */
  fallback: EventFormValues
}

/** The entry was sent before its changes were saved: they can be sent as a new event, or to the team as a message. */
export function SentWhileEditing({ wasSent, draft, fallback }: SentWhileEditingProps) {
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
