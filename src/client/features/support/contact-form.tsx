import * as z from 'zod/mini'
import { countCharacters, toLines } from '@/domain/text/plain-text'
import { attentionText } from '@/client/shared/outbox/delivery-note'
import {
  finalOutcome,
  initialOutcome,
  toastUnstored,
  type OutboxResult,
} from '@/client/shared/outbox/outbox-submit'
import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import { busyFormProps, fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { TOPIC_LABELS } from '@/client/shared/forms/support-topic-labels'
import { toast } from '@/client/shared/notifications/toast'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { EmailField, SelectField, TextArea, TextField } from '@/client/design-system/forms/field'
import {
  SUPPORT_MESSAGE_MAX,
  SUPPORT_TOPICS,
  supportMessageSchema,
  type SupportMessage,
} from '@/domain/support/support-message'
import * as m from '@/messages/compiled/messages.js'
import { hasEarlierArrived, type OutboxEntry } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

const ERROR_MS = 5000

const draftSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  topic: z.string(),
  message: z.string(),
  /** The edits of the unsent message that the draft was begun over. */
  edits: z.optional(z.number()),
})
type MessageDraft = z.infer<typeof draftSchema>
type Values = Record<keyof SupportMessage, string>

const EMPTY: Values = { first_name: '', last_name: '', email: '', topic: '', message: '' }

export function readMessageDraft(content: unknown): MessageDraft | undefined {
  return draftSchema.safeParse(content).data
}

export function isEmptyMessage(draft: MessageDraft): boolean {
  return Object.values({ ...draft, edits: '' }).every((text) => text === '')
}

export type StoredOutcome = Exclude<OutboxResult['outcome'], 'refused'>

export interface ContactFormProps {
  /** An unsent message that is changed. */
  entry: Extract<OutboxEntry, { kind: 'sendSupportMessage' }> | undefined
  /** It was sent before the changes were saved: they can be sent as another message. */
  wasSent: boolean
  draft: UsedDraft<MessageDraft>
  onStored: (outcome: StoredOutcome) => void
  /** Called for one that was still being sent, once that has ended. */
  onSettled: (outcome: OutboxResult['outcome']) => void
  /** The server refused it; it stays in the outbox under this id. */
  onRefused: (id: string) => void
}

/** The contact form with the rules of rules 5. The values stay until they have been stored. */
export function ContactForm({ entry, wasSent, draft, onStored, onSettled, onRefused }: ContactFormProps) {
  // A draft was begun over the message as it was then.
  const { edits, ...begunWith } = draft.restored?.content ?? {
    ...(entry?.payload ?? EMPTY),
    edits: entry?.edits,
  }
  const { form, formProps, isSubmitting } = useSchemaForm<Values, SupportMessage>({
    schema: supportMessageSchema,
    initialValues: begunWith,
    refused:
      entry?.state === 'needs-attention'
        ? { values: entry.payload, problems: entry.lastError?.fields ?? [] }
        : undefined,
    onChange: (values) => draft.change({ ...values, edits }),
    onValid: (message) => send(message),
  })
  useUnsaved(draft.isDirty)
  const refused = entry?.state === 'needs-attention' && !wasSent ? entry : undefined
  const isNew = refused !== undefined && hasEarlierArrived(refused)

  const send = async (message: SupportMessage) => {
    try {
      const content = { kind: 'sendSupportMessage', payload: message } as const
      const isNewOne = entry === undefined || wasSent
      const done = await initialOutcome(
        await (isNewOne ? draft.submit(content) : draft.save({ id: entry.id, edits }, content)),
      )
      announce(done)
      if (done.outcome === 'refused') return onRefused(done.entry.id)
      onStored(done.outcome)
      if (done.outcome !== 'sending') return
      const final = await finalOutcome(done)
      announce(final)
      onSettled(final.outcome)
    } catch (error) {
      toastUnstored(error, { title: m.support_failed() })
    }
  }

  return (
    <form {...formProps} {...busyFormProps(isSubmitting)} className={card({ pad: true })}>
      <div className={stack({ gap: '5' })}>
        {entry && !wasSent && !isNew ? <Banner tone="info">{m.support_edit_note()}</Banner> : null}
        {refused && (refused.lastError?.fields ?? []).length === 0 ? (
          <Banner tone="danger">{attentionText(refused)}</Banner>
        ) : null}
        {draft.isStored ? null : <Banner tone="warning">{m.support_not_stored()}</Banner>}
        {wasSent ? <Banner tone="warning">{m.support_edit_sent()}</Banner> : null}
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
          {(field) => <EmailField label={m.support_email()} {...fieldProps(field)} />}
        </form.Field>
        <form.Field name="topic">
          {(field) => (
            <SelectField
              label={m.support_topic()}
              placeholder={m.support_topic_choose()}
              options={SUPPORT_TOPICS.map((topic) => ({ value: topic, label: TOPIC_LABELS[topic]() }))}
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
                n: countCharacters(toLines(field.state.value)),
                max: SUPPORT_MESSAGE_MAX,
              })}
              rows={7}
              required
              {...fieldProps(field)}
            />
          )}
        </form.Field>
        <Button type="submit" busy={isSubmitting} className={submitButton}>
          {isSubmitting ? m.support_submitting() : isNew ? m.support_submit_another() : m.support_submit()}
        </Button>
      </div>
    </form>
  )
}

/** A toast, on whatever page is open by then; what still waits is told by the page. */
function announce({ outcome, entry }: OutboxResult): void {
  if (outcome === 'sent') toast.success(m.support_sent())
  if (outcome !== 'refused') return
  const description = serverErrorText(entry.lastError)
  toast.error(m.support_failed(), { durationMs: ERROR_MS, ...(description && { description }) })
}

const names = css({
  display: 'grid',
  gap: '5',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', sm: '[1fr 1fr]' },
})
const submitButton = css({ alignSelf: 'flex-start' })
