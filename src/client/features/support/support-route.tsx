import { createFileRoute, getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { searchTexts } from '@/client/shared/links/web-url'
import { siteHead, isOnPage } from '@/client/shared/layout/page-head'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { useDeliveryNote, PausedNote } from '@/client/shared/outbox/delivery-note'
import type { OutboxResult } from '@/client/shared/outbox/outbox-submit'
import { useEditedEntry, type EditedEntry } from '@/client/shared/outbox/use-edited-entry'
import { useDraft } from '@/client/shared/drafts/use-draft'
import { Banner } from '@/client/design-system/banner'
import { mutedText, subheadingText, titleText } from '@/client/design-system/text'
import { InboxIcon, MailIcon } from 'lucide-react'
import { css, cx } from 'styled-system/css'
import { cluster, column, page } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'
import {
  ContactForm,
  isEmptyMessage,
  readMessageDraft,
  type ContactFormProps,
  type StoredOutcome,
} from './contact-form'

const route = getRouteApi('/contacts')

/** Support (rules 2.9). A message is stored in the outbox first, like everything that people write. */
function SupportPage() {
  const { edit } = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const [resetCount, setResetCount] = useState(0)
  const [queued, setQueued] = useState<Exclude<StoredOutcome, 'sent'>>()
  const heading = useRef<HTMLHeadingElement>(null)

  const isHere = () => isOnPage(history, '/contacts')
  const reset = () => setResetCount((before) => before + 1)
  const onStored = (outcome: StoredOutcome) => {
    if (!isHere()) return
    setQueued(outcome === 'sent' ? undefined : outcome)
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
          onSettled={(outcome) => setQueued((before) => (before === 'sending' ? waitingAs(outcome) : before))}
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
  /** The id of an unsent message that is changed. */
  edit: string | undefined
}

function Message({ edit, ...props }: MessageProps) {
  const token = useLocation({ select: (location) => location.state.draft })
  const { state, entry } = useEditedEntry(edit, 'sendSupportMessage')
  const draft = useDraft({
    slot: edit === undefined ? 'message/new' : `edit/${edit}`,
    read: readMessageDraft,
    isEmpty: isEmptyMessage,
    which: token === undefined ? undefined : { token },
  })
  const isOver = state === 'sent' || state === 'gone'
  const isReady = draft.isReady && (edit === undefined || entry !== undefined || isOver)
  const isBeingSent = entry === undefined && state === 'busy'
  const notOpened = edit === undefined || entry !== undefined ? undefined : NOT_OPENED[state]?.()
  return (
    <>
      {notOpened ? <Banner tone="info">{notOpened}</Banner> : null}
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

/** Why the message that was to be changed is not in the form. One that was sent long ago, or discarded, has a form for another. */
const NOT_OPENED: Partial<Record<EditedEntry<'sendSupportMessage'>['state'], () => string>> = {
  unreadable: m.outbox_unreadable,
  busy: m.form_edit_busy,
  sent: m.support_edit_over,
}

/** The banner tells of what still waits, and not of what was sent or refused. */
function waitingAs(outcome: OutboxResult['outcome']): Exclude<StoredOutcome, 'sent'> | undefined {
  return outcome === 'sent' || outcome === 'refused' ? undefined : outcome
}

/** The message is in the outbox and is sent from there. */
function QueuedBanner({ outcome, onClose }: { outcome: StoredOutcome; onClose: () => void }) {
  const note = useDeliveryNote()
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

/** How We Can Help, and how soon the team replies (rules 2.9). */
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
