import type { ComponentProps, ReactNode } from 'react'
import { toOneLine } from '@/domain/text/plain-text'
import type { Draft } from '@/offline/outbox/drafts'
import type { Unreachable } from '@/offline/api/next-step'
import { mayHaveArrived, msUntilNextAttempt, refusedFields, type OutboxEntry } from '@/offline/outbox/entry'
import { removeDraft } from '@/client/shared/drafts/use-draft'
import { topicLabel } from '@/client/shared/forms/support-topic-labels'
import type { ConfirmDialog } from '@/client/shared/loading/lazy-part'
import { toast } from '@/client/shared/notifications/toast'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { useOnline } from '@/client/shared/offline/use-online'
import { attentionText } from '@/client/shared/outbox/delivery-outcome'
import { useLiveOutbox } from '@/client/shared/offline/use-live-device'
import { PhotoPreview } from '@/client/shared/photos/photo'
import { storeReturnAddress } from '@/client/shared/session/return-address'
import { useSignOut } from '@/client/shared/session/use-sign-out'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useDeviceNow } from '@/client/shared/time/use-now'
import { Button } from '@/client/design-system/button'
import { smallText } from '@/client/design-system/text'
import { ButtonLink, TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { shownProblems } from '@/client/shared/event-form/problems'
import { timeText } from '@/client/shared/time/event-dates'
import { problemText } from '@/messages/problem-text'

export interface Question extends Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'description' | 'confirmLabel' | 'tone' | 'children'
> {
  act: () => Promise<void>
}

export type Ask = (question: Question) => void

interface RowProps {
  name: string
  /** The kind of it, and what it waits for. */
  facts: readonly (string | undefined)[]
  tone?: 'danger' | 'warning' | undefined
  picture?: ReactNode
  children?: ReactNode
  actions: ReactNode
}

function Row({ name, facts, tone, picture, children, actions }: RowProps) {
  return (
    <li className={row}>
      {picture}
      <div className={words}>
        <h3 className={rowTitle}>
          <bdi>{name}</bdi>
        </h3>
        <p className={tone === undefined ? smallText : tones[tone]}>{facts.filter(Boolean).join(' · ')}</p>
        {children}
        <div className={buttons}>{actions}</div>
      </div>
    </li>
  )
}

/** `of`: its name for who does not see the row that it stands in. */
function AskButton({ question, ask, of }: { question: Question; ask: Ask; of?: string }) {
  return (
    <Button variant="ghost" size="sm" aria-label={of} onClick={() => ask(question)}>
      {question.confirmLabel}
    </Button>
  )
}

function Discard({ entry, name, ask }: { entry: OutboxEntry; name: string; ask: Ask }) {
  const question: Question = {
    title: m.outbox_discard_title(),
    description: m.outbox_discard_text({ title: name }),
    children: mayHaveArrived(entry) ? <p>{m.outbox_discard_uncertain()}</p> : null,
    confirmLabel: m.outbox_discard(),
    tone: 'danger',
    act: async () => {
      await (await loadOfflineClient()).outbox.discard(entry.id)
      toast.success(m.outbox_discarded())
    },
  }
  return <AskButton {...{ question, ask }} of={m.outbox_discard_of({ title: name })} />
}

export function UnsentRow({ entry, ask, onRetry }: { entry: OutboxEntry; ask: Ask; onRetry: () => void }) {
  const now = useDeviceNow()
  const isOnline = useOnline()
  const name = entryTitle(entry)
  const isRefused = entry.state === 'needs-attention'
  const lines = problemLines(entry)
  return (
    <Row
      name={name}
      facts={[kindLabel(entry), stateText(entry, now, isOnline)]}
      tone={isRefused ? 'danger' : entry.state === 'paused-sign-in' ? 'warning' : undefined}
      picture={entry.photo ? <EntryPhoto id={entry.id} alt={m.outbox_photo_alt({ title: name })} /> : null}
      actions={
        <>
          {/* While it is being sent its editor waits for that. */}
          <ButtonLink
            to={entry.kind === 'submitEvent' ? '/add-event' : '/contacts'}
            search={{ edit: entry.id }}
            variant={isRefused ? 'primary' : 'secondary'}
            size="sm"
            aria-label={m.outbox_edit_of({ title: name })}
          >
            {m.outbox_edit()}
          </ButtonLink>
          {isRefused ? (
            <Button variant="secondary" size="sm" onClick={onRetry}>
              {m.outbox_retry()}
            </Button>
          ) : null}
          <Discard entry={entry} name={name} ask={ask} />
        </>
      }
    >
      {isRefused ? (
        <div className={problem}>
          <p>{lines.length > 0 ? m.outbox_wrong_intro() : attentionText(entry)}</p>
          <ul className={problemList}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </Row>
  )
}

function EntryPhoto({ id, alt }: { id: string; alt: string }) {
  const photo = useLiveOutbox((outbox) => outbox.photo(id), [id])
  if (photo === undefined || typeof photo === 'string') return null
  return <PhotoPreview photo={photo} alt={alt} className={photoFrame} />
}

/** An entry of an account that is not signed in: its content is hidden from whoever uses the device now. */
export function OtherAccountRow(props: { entry: OutboxEntry; isSignedOut: boolean; ask: Ask }) {
  const { entry, isSignedOut, ask } = props
  const { request, isBusy, dialog } = useSignOut('/login', '/outbox')
  const name = isSignedOut ? m.outbox_other_account_title_signed_out() : m.outbox_other_account_title()
  // Somebody has decided to send it without an account.
  const isDetached = entry.owner === null
  const text = isSignedOut ? m.outbox_other_account_text_signed_out() : m.outbox_other_account_text()
  const question: Question = {
    title: m.outbox_other_account_send_title(),
    description: m.outbox_other_account_send_text(),
    confirmLabel: m.outbox_other_account_send(),
    act: async () => {
      const { outbox } = await loadOfflineClient()
      if (await outbox.detachAccount(entry.id)) await outbox.schedule({ networkIsBack: true })
    },
  }
  return (
    <Row
      name={name}
      facts={[isDetached ? m.outbox_state_queued() : m.outbox_state_paused()]}
      tone={isDetached ? undefined : 'warning'}
      actions={
        <>
          {isSignedOut ? (
            <ButtonLink
              to="/login"
              variant="secondary"
              size="sm"
              onClick={() => storeReturnAddress('/outbox')}
            >
              {m.outbox_other_account_sign_in()}
            </ButtonLink>
          ) : (
            <Button variant="secondary" size="sm" busy={isBusy} onClick={request}>
              {m.outbox_other_account_sign_in_other()}
            </Button>
          )}
          {isSignedOut && !isDetached && entry.state !== 'sending' ? (
            <AskButton {...{ question, ask }} />
          ) : null}
          <Discard entry={entry} name={name} ask={ask} />
          {dialog}
        </>
      }
    >
      <p className={smallText}>{isDetached ? m.outbox_other_account_detached() : text}</p>
    </Row>
  )
}

/** A change of an entry that was not saved before that was sent or discarded is opened, or deleted. */
export function ChangedRow({ draft, ask }: { draft: Draft; ask: Ask }) {
  const shown = shownOf(draft)
  if (shown === undefined) return null
  const { name, to } = shown
  const question: Question = {
    title: m.form_draft_delete_title(),
    description: m.form_draft_delete_text({ title: name }),
    confirmLabel: m.form_draft_delete(),
    tone: 'danger',
    act: async () => removeDraft(draft),
  }
  return (
    <Row
      name={name}
      facts={[to === '/contacts' ? undefined : m.outbox_kind_event()]}
      actions={
        <>
          <ButtonLink
            to={to}
            search={{ edit: editedEntryId(draft) }}
            state={{ draft: draft.token }}
            aria-label={m.outbox_changes_open_of({ title: name })}
            variant="secondary"
            size="sm"
          >
            {m.outbox_changes_open()}
          </ButtonLink>
          <AskButton {...{ question, ask }} of={m.form_draft_delete_of({ title: name })} />
        </>
      }
    />
  )
}

/** The id of the entry that a draft of the slot `edit/<id>` changes. */
export const editedEntryId = ({ slot }: Draft) => slot.slice('edit/'.length)

/** The title by which a person knows it, and where it is opened; undefined when another version wrote it differently. */
export function shownOf({ content }: Draft): { name: string; to: '/add-event' | '/contacts' } | undefined {
  const { values, topic } = (content ?? {}) as { values?: { title?: unknown }; topic?: unknown }
  const title = values?.title
  if (typeof title === 'string')
    return { name: toOneLine(title) || m.form_draft_untitled(), to: '/add-event' }
  if (typeof topic !== 'string') return undefined
  const name = topic === '' ? m.outbox_kind_message() : m.outbox_message_title({ topic: topicLabel(topic) })
  return { name, to: '/contacts' }
}

export function SentRow({ entry }: { entry: OutboxEntry }) {
  const now = useDeviceNow()
  const name = entryTitle(entry)
  const when = timeAgo(entry.sentAt ?? entry.createdAt, now, getLocale())
  return (
    <Row
      name={name}
      facts={[kindLabel(entry), m.outbox_sent_at({ when })]}
      actions={
        entry.kind === 'submitEvent' ? (
          <TextLink
            to="/add-event"
            search={{ like: entry.id }}
            aria-label={m.outbox_use_again_of({ title: name })}
          >
            {m.outbox_use_again()}
          </TextLink>
        ) : null
      }
    />
  )
}

// The text goes below the photo with large text.
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  padding: '4',
  '& + &': { borderTop: 'hairline' },
})
const words = css({ display: 'grid', gap: '1', flex: '[1 1 10rem]', minWidth: '0', overflowWrap: 'anywhere' })
const rowTitle = css({ fontWeight: 'bold', lineHeight: 'snug' })
const tones = {
  danger: css({ textStyle: 'small', color: 'danger.fg', fontWeight: 'medium' }),
  warning: css({ textStyle: 'small', color: 'warning.fg', fontWeight: 'medium' }),
}
const problem = css({
  marginTop: '1',
  padding: '3',
  borderRadius: 'md',
  bg: 'danger.subtle',
  color: 'danger.fg',
  textStyle: 'small',
})
const problemList = css({ paddingLeft: '5', listStyle: 'disc' })
const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: { base: '2', _empty: '0' } })
const photoFrame = css({
  flexShrink: '0',
  width: '16',
  height: '16',
  borderRadius: 'md',
  objectFit: 'cover',
  bg: 'bg.sunken',
})

function entryTitle({ kind, payload }: OutboxEntry): string {
  return kind === 'submitEvent' ? payload.title : m.outbox_message_title({ topic: topicLabel(payload.topic) })
}

/** A message's title says what it is. */
function kindLabel({ kind }: OutboxEntry): string | undefined {
  return kind === 'submitEvent' ? m.outbox_kind_event() : undefined
}

const MINUTE_MS = 60_000

/** An unsent entry waits for this, where that is no next try. */
const STATE_TEXTS: Partial<Record<OutboxEntry['state'], () => string>> = {
  'needs-attention': m.outbox_state_needs_attention,
  'paused-sign-in': m.outbox_state_paused,
  sending: m.outbox_state_sending,
  editing: m.outbox_being_edited,
}

/** Says what an unsent entry waits for: 'Waiting for a connection', 'The server is busy. Next try at 14:05.' `now` in epoch ms. */
export function stateText(entry: OutboxEntry, now: number, isOnline: boolean): string {
  const text = STATE_TEXTS[entry.state] ?? (isOnline ? undefined : m.outbox_state_offline)
  if (text !== undefined) return text()
  if (entry.attempts === 0) return m.outbox_state_queued()
  const waitMs = msUntilNextAttempt(entry, now)
  const time = timeText((now + waitMs) / 1000, getLocale())
  return `${reasonText(entry)} ${waitMs < MINUTE_MS ? m.outbox_next_soon() : m.outbox_next_at({ time })}`
}

function reasonText({ lastError }: OutboxEntry): string {
  if (lastError?.kind === 'refused') return m.outbox_why_busy()
  const { reason, status = 0 }: Partial<Unreachable> = lastError ?? {}
  if (reason === 'timeout') return m.outbox_why_slow()
  if (reason !== 'not-ours') return m.outbox_why_unreached()
  // A proxy of ours answers with an error; a captive portal with its page, or with a redirect to it.
  return status < 400 ? m.outbox_why_portal() : m.outbox_why_busy()
}

/** The validation errors of the server, a line for each field, in the reader's language. */
export function problemLines(entry: OutboxEntry): string[] {
  const { kind, payload } = entry
  const problems = refusedFields(entry)
  const lines =
    kind === 'submitEvent'
      ? shownProblems(problems, payload).map(({ line }) => line)
      : problems.map(({ code }) => problemText(code))
  const hasPassed = problems.some(({ code }) => code === 'start_time_past' || code === 'start_date_past')
  return hasPassed ? [...lines, m.outbox_start_passed()] : lines
}
