import { useState, useRef } from 'react'
import type { FormEvent } from 'react'
import { finalOutcome, isStorageFull, soonOutcome } from '@/client/kit/outbox-submit'
import type { OutboxResult } from '@/client/kit/outbox-submit'
import { refusalText } from '@/client/kit/refusal-text'
import { report } from '@/client/shell/report'
import { toast } from '@/client/shell/toast'
import { useUnsaved } from '@/client/shell/unsaved'
import { Banner } from '@/client/ui/banner'
import { Button } from '@/client/ui/button'
import { SelectField, TextArea, TextField } from '@/client/ui/field'
import { SUPPORT_MESSAGE_MAX, SUPPORT_TOPICS } from '@/domain/support-message'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import { EMPTY_MESSAGE, messageProblems, readMessage } from './message-values'
import type { MessageEntry, MessageField, MessageValues } from './message-values'
import { TOPIC_LABELS } from '@/client/kit/support-topic-labels'
import type { MessageDraft } from './use-message-draft'

const ERROR_MS = 5000

interface SupportFormProps {
  /** An unsent message that is changed. */
  entry: MessageEntry | undefined
  /** It went out before the changes were saved: they can go as another message. */
  wasSent: boolean
  draft: MessageDraft
  onTaken: (outcome: 'sent' | 'sending' | 'waits') => void
  /** The server did not take it; it is kept under this id. */
  onRefused: (id: string) => void
}

/** The message form with the rules of spec 5. Plain state: five fields need no form library. */
export function SupportForm({ entry, wasSent, draft, onTaken, onRefused }: SupportFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<MessageValues>(draft.restored ?? entry?.payload ?? EMPTY_MESSAGE)
  const [isChecked, setChecked] = useState(entry?.state === 'needs-attention')
  const [busy, setBusy] = useState(false)
  useUnsaved(values !== EMPTY_MESSAGE && values !== entry?.payload)

  const problems = isChecked ? messageProblems(values, entry) : {}
  const errorOf = (field: MessageField) => problems[field] && problemText(problems[field])
  const set = (field: MessageField) => (event: { target: { value: string } }) =>
    setValues((before) => {
      const after = { ...before, [field]: event.target.value }
      draft.change(after)
      return after
    })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setChecked(true)
    const message = readMessage(values)
    if (message === undefined) {
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    setBusy(true)
    try {
      const done = await soonOutcome(await draft.submit(message, wasSent ? undefined : entry?.id))
      if (done.outcome === 'refused') {
        const why = refusalText(done.entry.lastError)
        toast.error(m.support_failed(), { durationMs: ERROR_MS, ...(why ? { description: why } : {}) })
        return onRefused(done.entry.id)
      }
      if (done.outcome === 'sent') toast.success(m.support_sent())
      if (done.outcome === 'sending') void announceLater(done)
      onTaken(done.outcome)
    } catch (trouble) {
      if (trouble instanceof Error && trouble.name === 'OutboxGone')
        return toast.error(m.support_edit_sent(), { durationMs: ERROR_MS })
      report('The message could not be kept on this device.', trouble)
      toast.error(m.support_failed(), {
        durationMs: ERROR_MS,
        ...(isStorageFull(trouble) ? { description: m.support_storage_full() } : {}),
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={element} noValidate onSubmit={submit} className={card({ pad: true })}>
      <div className={stack({ gap: '5' })}>
        {entry && !wasSent ? <Banner tone="info">{m.support_edit_note()}</Banner> : null}
        {wasSent ? <Banner tone="warning">{m.support_edit_sent()}</Banner> : null}
        <div className={names}>
          <TextField
            label={m.support_first_name()}
            autoComplete="given-name"
            required
            value={values.first_name}
            error={errorOf('first_name')}
            onChange={set('first_name')}
          />
          <TextField
            label={m.support_last_name()}
            autoComplete="family-name"
            required
            value={values.last_name}
            error={errorOf('last_name')}
            onChange={set('last_name')}
          />
        </div>
        <TextField
          label={m.support_email()}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={values.email}
          error={errorOf('email')}
          onChange={set('email')}
        />
        <SelectField
          label={m.support_topic()}
          placeholder={m.support_topic_choose()}
          options={SUPPORT_TOPICS.map((topic) => ({ value: topic, label: TOPIC_LABELS[topic]() }))}
          required
          value={values.topic}
          error={errorOf('topic')}
          onChange={set('topic')}
        />
        <TextArea
          label={m.support_message()}
          hint={m.support_message_count({ n: values.message.trim().length, max: SUPPORT_MESSAGE_MAX })}
          rows={7}
          required
          value={values.message}
          error={errorOf('message')}
          onChange={set('message')}
        />
        <Button type="submit" busy={busy} className={submitButton}>
          {busy ? m.support_submitting() : m.support_submit()}
        </Button>
      </div>
    </form>
  )
}

/** What became of a message that was still being sent, wherever the person is by then. */
async function announceLater(sending: OutboxResult): Promise<void> {
  const { outcome, entry } = await finalOutcome(sending)
  if (outcome === 'sent') toast.success(m.support_sent())
  if (outcome === 'refused') {
    const why = refusalText(entry.lastError)
    toast.error(m.support_failed(), { durationMs: ERROR_MS, ...(why ? { description: why } : {}) })
  }
}

const names = css({ display: 'grid', gap: '5', gridTemplateColumns: { sm: '[1fr 1fr]' } })
const submitButton = css({ alignSelf: 'flex-start' })
