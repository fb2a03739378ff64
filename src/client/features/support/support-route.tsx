import { createFileRoute, getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { InboxIcon, MailIcon } from 'lucide-react'
import { useDraft, type UsedDraft } from '@/client/shared/drafts/use-draft'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { TOPIC_LABELS } from '@/client/shared/forms/support-topic-labels'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { busyFormProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { siteHead, isOnPage } from '@/client/shared/layout/page-head'
import { TextLink } from '@/client/shared/links/link'
import { searchTexts } from '@/client/shared/links/web-url'
import { toast } from '@/client/shared/notifications/toast'
import {
  attentionText,
  PausedNote,
  useDeliveryNote,
  finalOutcome,
  initialOutcome,
  toastUnstored,
  type OutboxResult,
} from '@/client/shared/outbox/delivery-outcome'
import { useEditedEntry, type EditedEntry } from '@/client/shared/outbox/use-edited-entry'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { EmailField, SelectField, TextArea, TextField } from '@/client/design-system/forms/field'
import { mutedText, subheadingText, titleText } from '@/client/design-system/text'
import {
  SUPPORT_MESSAGE_MAX,
  SUPPORT_TOPICS,
  supportMessageSchema,
  type SupportMessage,
} from '@/domain/support/support-message'
import { countCharacters, toLines } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { hasEarlierArrived, refusedFields, type OutboxEntry } from '@/offline/outbox/entry'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { cluster, column, page, stack } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'

const route = getRouteApi('/contacts')

/** Support (rules 2.9). A message is stored in the outbox first, like everything that people write. */
function SupportPage() {
  const { edit } = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const [resetCount, setResetCount] = useState(0)
  const [queued, setQueued] = useState<Outcome>()
  const heading = useRef<HTMLHeadingElement>(null)

  const isHere = () => isOnPage(history, '/contacts')
  const reset = () => setResetCount((before) => before + 1)
  const onStored = (outcome: Outcome) => {
    if (!isHere()) return
    setQueued(outcome)
    reset()
    if (edit !== undefined) void navigate({ search: {}, replace: true })
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <div className={cx(page(), frame)}>
      <div className={column({ gap: '5' })}>
        <h1 ref={heading} tabIndex={-1} className={titleText}>
          {m.support_title()}
        </h1>
        <p className={mutedText}>{m.support_intro()}</p>
        <SupportHelp />
      </div>
      <div className={column({ gap: '5', minWidth: '0' })}>
        {queued ? <QueuedBanner outcome={queued} onClose={() => setQueued(undefined)} /> : null}
        <Message
          key={`${edit ?? 'new'}-${resetCount}`}
          edit={edit}
          onStored={onStored}
          onSettled={(outcome) => setQueued((before) => (before === 'sending' ? outcome : before))}
          onRefused={(id) => {
            if (!isHere()) return
            // The person corrects the entry as it is by now, also the second time.
            reset()
            void navigate({ search: { edit: id }, replace: true })
          }}
        />
      </div>
    </div>
  )
}

type MessageProps = Pick<ContactFormProps, 'onStored' | 'onSettled' | 'onRefused'> & {
  edit: string | undefined
}

function Message({ edit, ...props }: MessageProps) {
  const token = useLocation({ select: (location) => location.state.draft })
  const { state, entry } = useEditedEntry(edit, 'sendSupportMessage')
  const draft = useDraft({
    slot: edit === undefined ? 'message/new' : `edit/${edit}`,
    read: (content) => draftSchema.safeParse(content).data,
    isEmpty: (texts) => Object.values({ ...texts, edits: '' }).every((text) => text === ''),
    which: token === undefined ? undefined : { token },
  })
  const isOver = state === 'sent' || state === 'gone'
  const isReady = draft.isReady && (edit === undefined || entry !== undefined || isOver)
  const isBeingSent = entry === undefined && state === 'busy'
  const notOpened = edit === undefined || entry !== undefined ? undefined : NOT_OPENED[state]?.()
  return (
    <>
      {notOpened ? <Banner>{notOpened}</Banner> : null}
      {isBeingSent ? null : (
        // Until the draft has been read, typing would be lost.
        <div inert={!isReady}>
          <ContactForm
            key={isReady ? `${entry?.id ?? 'new'} ${draft.formKey}` : 'loading'}
            entry={entry}
            wasSent={entry !== undefined && isOver}
            draft={draft}
            {...props}
          />
        </div>
      )}
    </>
  )
}

const draftSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  topic: z.string(),
  message: z.string(),
  /** The edits of the unsent message that the draft was begun over. */
  edits: z.optional(z.number()),
})

const EMPTY = { first_name: '', last_name: '', email: '', topic: '', message: '' }

type Outcome = OutboxResult['outcome']

interface ContactFormProps {
  /** An unsent message that is changed. */
  entry: Extract<OutboxEntry, { kind: 'sendSupportMessage' }> | undefined
  /** It was sent before the changes were saved: they can be sent as another message. */
  wasSent: boolean
  draft: UsedDraft<z.infer<typeof draftSchema>>
  onStored: (outcome: Outcome) => void
  /** Called for one that was still being sent, once that has ended. */
  onSettled: (outcome: Outcome) => void
  /** The server refused it; it stays in the outbox under this id. */
  onRefused: (id: string) => void
}

/** The contact form with the rules of rules 5. The values stay until they have been stored. */
function ContactForm({ entry, wasSent, draft, onStored, onSettled, onRefused }: ContactFormProps) {
  // A draft was begun over the message as it was then.
  const { edits, ...begunWith } = draft.restored?.content ?? {
    ...(entry?.payload ?? EMPTY),
    edits: entry?.edits,
  }
  const { fields, formProps, isSubmitting } = useSchemaForm({
    schema: supportMessageSchema,
    initialValues: begunWith,
    refused:
      entry?.state === 'needs-attention'
        ? { values: entry.payload, problems: refusedFields(entry) }
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
        {entry && !wasSent && !isNew ? <Banner>{m.support_edit_note()}</Banner> : null}
        {refused && refusedFields(refused).length === 0 ? (
          <Banner tone="danger">{attentionText(refused)}</Banner>
        ) : null}
        {draft.isStored ? null : <Banner tone="warning">{m.support_not_stored()}</Banner>}
        {wasSent ? <Banner tone="warning">{m.support_edit_sent()}</Banner> : null}
        <div className={names}>
          {NAMES.map(({ name, label, autoComplete }) => (
            <TextField key={name} label={label()} autoComplete={autoComplete} required {...fields[name]} />
          ))}
        </div>
        <EmailField label={m.support_email()} {...fields.email} />
        <SelectField
          label={m.support_topic()}
          placeholder={m.support_topic_choose()}
          options={SUPPORT_TOPICS.map((topic) => ({ value: topic, label: TOPIC_LABELS[topic]() }))}
          required
          {...fields.topic}
        />
        <TextArea
          label={m.support_message()}
          hint={m.support_message_count({
            n: countCharacters(toLines(fields.message.value)),
            max: SUPPORT_MESSAGE_MAX,
          })}
          rows={7}
          required
          {...fields.message}
        />
        <Button type="submit" busy={isSubmitting} className={submitButton}>
          {isSubmitting ? m.support_submitting() : isNew ? m.support_submit_another() : m.support_submit()}
        </Button>
      </div>
    </form>
  )
}

const NAMES = [
  { name: 'first_name', label: m.support_first_name, autoComplete: 'given-name' },
  { name: 'last_name', label: m.support_last_name, autoComplete: 'family-name' },
] as const

/** A toast, on whatever page is open by then; what still waits is told by the page. */
function announce({ outcome, entry }: OutboxResult): void {
  if (outcome === 'sent') toast.success(m.support_sent())
  if (outcome !== 'refused') return
  toast.error(m.support_failed(), { description: serverErrorText(entry.lastError) })
}

const names = css({
  display: 'grid',
  gap: '5',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', sm: '[1fr 1fr]' },
})
const submitButton = css({ alignSelf: 'flex-start' })

/** A message that was sent long ago, or discarded, has a form for another. */
const NOT_OPENED: Partial<Record<EditedEntry<'sendSupportMessage'>['state'], () => string>> = {
  unreadable: m.outbox_unreadable,
  busy: m.form_edit_busy,
  sent: m.support_edit_over,
}

/** The banner tells of what still waits, and not of what was sent or refused. */
function QueuedBanner({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const note = useDeliveryNote()
  if (outcome === 'sent' || outcome === 'refused') return null
  return (
    <Banner
      tone="success"
      icon={<InboxIcon />}
      title={outcome === 'sending' ? m.support_sending_title() : m.support_waits_title()}
      onClose={onClose}
      closeLabel={m.outbox_close()}
    >
      {outcome === 'paused' ? <PausedNote text={m.support_paused_text()} /> : null}
      {outcome === 'queued' ? (
        <p>
          {m.support_waits_text()} {note}
        </p>
      ) : null}
      <TextLink to="/outbox">{m.form_waits_link()}</TextLink>
    </Banner>
  )
}

function SupportHelp() {
  return (
    <section className={column({ gap: '4' })}>
      <h2 className={subheadingText}>{m.support_help_title()}</h2>
      <dl className={column()}>
        {HELP.map(([title, text]) => (
          <div key={title()}>
            <dt className={strong}>{title()}</dt>
            <dd className={mutedText}>{text()}</dd>
          </div>
        ))}
      </dl>
      <p className={mutedText}>{m.support_reply_note()}</p>
      <p className={cluster()}>
        <MailIcon size="1.25rem" />
        <a href={`mailto:${SITE.contactMailbox}`} className={textLink()}>
          {SITE.contactMailbox}
        </a>
      </p>
    </section>
  )
}

const HELP = [
  [m.support_help_events, m.support_help_events_text],
  [m.support_help_technical, m.support_help_technical_text],
  [m.support_help_general, m.support_help_general_text],
] as const

const frame = css({
  display: 'grid',
  gap: { base: '8', lg: '16' },
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[minmax(0, 5fr) minmax(0, 6fr)]' },
  overflowWrap: 'anywhere',
  alignItems: 'start',
  paddingBlock: { base: '6', md: '10' },
})
const strong = css({ fontWeight: 'bold' })

/** `edit` is the id of an unsent message in the outbox. */
const readSearch = searchTexts('edit')

export const Route = createFileRoute('/contacts')({
  validateSearch: readSearch,
  head: siteHead(m.support_title, import.meta.env.SSR && m.support_page_description),
  component: SupportPage,
})
