import { submitToOutbox, isStorageFull } from '@/client/kit/outbox-submit'
import { refusalText } from '@/client/kit/refusal-text'
import { TOPIC_LABELS } from '@/client/kit/support-topic-labels'
import { fieldProps, useSchemaForm } from '@/client/kit/use-schema-form'
import { report } from '@/client/shell/report'
import { toast } from '@/client/shell/toast'
import { useUnsaved } from '@/client/shell/unsaved'
import { Banner } from '@/client/ui/banner'
import { Button } from '@/client/ui/button'
import { SelectField, TextArea, TextField } from '@/client/ui/field'
import { SUPPORT_MESSAGE_MAX, SUPPORT_TOPICS, supportMessageSchema } from '@/domain/support-message'
import type { SupportMessage } from '@/domain/support-message'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import type { MessageEntry } from './use-waiting-message'

const ERROR_MS = 5000
const TOPICS = SUPPORT_TOPICS.map((topic) => ({ value: topic, label: TOPIC_LABELS[topic] }))

/** What stands in the fields; the topic may still be unchosen. */
type MessageValues = Record<keyof SupportMessage, string>

const EMPTY_MESSAGE: MessageValues = { first_name: '', last_name: '', email: '', topic: '', message: '' }

interface SupportFormProps {
  /** An unsent message that is changed. */
  entry: MessageEntry | undefined
  onStored: (outcome: 'sent' | 'waits') => void
  /** The server did not accept it; it is kept under this id. */
  onRefused: (id: string) => void
}

/** The message form with the rules of spec 5. What was written stays until it has been stored. */
export function SupportForm({ entry, onStored, onRefused }: SupportFormProps) {
  const { form, formProps, isDirty, isSubmitting } = useSchemaForm<MessageValues, SupportMessage>({
    schema: supportMessageSchema,
    initialValues: entry?.payload ?? EMPTY_MESSAGE,
    refused:
      entry?.state === 'needs-attention'
        ? { values: entry.payload, problems: entry.lastError?.fields ?? [] }
        : undefined,
    onValid: (message) => send(message),
  })
  useUnsaved(isDirty)

  const send = async (message: SupportMessage) => {
    try {
      const done = await submitToOutbox(
        { kind: 'sendSupportMessage', payload: message },
        undefined,
        entry?.id,
      )
      if (done.outcome === 'refused') {
        const why = refusalText(done.entry.lastError)
        toast.error(m.support_failed(), { durationMs: ERROR_MS, ...(why ? { description: why } : {}) })
        return onRefused(done.entry.id)
      }
      if (done.outcome === 'sent') toast.success(m.support_sent())
      onStored(done.outcome)
    } catch (trouble) {
      report('The message could not be stored on this device.', trouble)
      toast.error(m.support_failed(), {
        durationMs: ERROR_MS,
        ...(isStorageFull(trouble) ? { description: m.support_storage_full() } : {}),
      })
    }
  }

  return (
    <form {...formProps} className={card({ pad: true })}>
      <div className={stack({ gap: '5' })}>
        {entry ? <Banner tone="info">{m.support_edit_note()}</Banner> : null}
        <div className={names}>
          <form.Field name="first_name">
            {(field) => (
              <TextField
                label={m.support_first_name()}
                autoComplete="given-name"
                required
                {...fieldProps(field)}
              />
            )}
          </form.Field>
          <form.Field name="last_name">
            {(field) => (
              <TextField
                label={m.support_last_name()}
                autoComplete="family-name"
                required
                {...fieldProps(field)}
              />
            )}
          </form.Field>
        </div>
        <form.Field name="email">
          {(field) => (
            <TextField
              label={m.support_email()}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              {...fieldProps(field)}
            />
          )}
        </form.Field>
        <form.Field name="topic">
          {(field) => (
            <SelectField
              label={m.support_topic()}
              placeholder={m.support_topic_choose()}
              options={TOPICS.map(({ value, label }) => ({ value, label: label() }))}
              required
              {...fieldProps(field)}
            />
          )}
        </form.Field>
        <form.Field name="message">
          {(field) => (
            <TextArea
              label={m.support_message()}
              hint={m.support_message_count({
                n: field.state.value.trim().length,
                max: SUPPORT_MESSAGE_MAX,
              })}
              rows={7}
              required
              {...fieldProps(field)}
            />
          )}
        </form.Field>
        <Button type="submit" busy={isSubmitting} className={submitButton}>
          {isSubmitting ? m.support_submitting() : m.support_submit()}
        </Button>
      </div>
    </form>
  )
}

const names = css({ display: 'grid', gap: '5', gridTemplateColumns: { sm: '[1fr 1fr]' } })
const submitButton = css({ alignSelf: 'flex-start' })
