import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CheckIcon, SendIcon } from 'lucide-react'
import { isUnsent, isVisibleTo, type OutboxEntry } from '@/offline/outbox/entry'
import { useDrafts } from '@/client/shared/drafts/use-draft'
import { useFocusAfterRemoval } from '@/client/shared/layout/focus-after-removal'
import { ConfirmDialog } from '@/client/shared/loading/lazy-part'
import { toast } from '@/client/shared/notifications/toast'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { useDeliveryNote } from '@/client/shared/outbox/delivery-outcome'
import { useLiveOutbox } from '@/client/shared/offline/use-live-device'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import { mutedText, subheadingText, titleText } from '@/client/design-system/text'
import { noindexHead } from '@/client/shared/layout/page-head'
import { ButtonLink, TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster, column, pageColumn } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import {
  ChangedRow,
  editedEntryId,
  OtherAccountRow,
  SentRow,
  shownOf,
  UnsentRow,
  type Ask,
  type Question,
} from './outbox-rows'

/** The page lists what was written on this device: unsent, changed and not saved, and sent in the last days (rules 13). */
function OutboxPage() {
  const user = useCurrentUser()
  const found = useLiveOutbox((outbox) => outbox.list(), [])
  const [question, setQuestion] = useState<Question>()
  const isDone = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isReadyToShow = typeof found !== 'string' && user !== undefined
  useFocusAfterRemoval(heading, isReadyToShow ? found.filter(isUnsent).length : 0)
  const act = async ({ act: run }: Question) => {
    await run().catch((error: unknown) => {
      report('The outbox could not be changed.', error)
      toast.error(m.outbox_send_failed())
    })
    isDone.current = true
    setQuestion(undefined)
  }
  return (
    <div className={pageColumn({ width: 'text' })}>
      <header className={section}>
        <h1 ref={heading} tabIndex={-1} className={titleText}>
          {m.outbox_title()}
        </h1>
        {found === 'unreadable' ? null : <p className={mutedText}>{m.outbox_intro()}</p>}
      </header>
      {found === 'unreadable' ? <Banner tone="danger">{m.outbox_unreadable()}</Banner> : null}
      {isReadyToShow ? (
        <Entries
          entries={found}
          userId={user?.id ?? null}
          ask={(asked) => {
            isDone.current = false
            setQuestion(asked)
          }}
        />
      ) : found === 'unreadable' ? null : (
        <Spinner label={m.outbox_loading()} />
      )}
      <TextLink to="/on-this-device" className={start}>
        {m.device_see()}
      </TextLink>
      {question === undefined ? null : (
        <ConfirmDialog
          {...question}
          onClose={() => setQuestion(undefined)}
          cancelLabel={m.outbox_discard_cancel()}
          closeLabel={m.outbox_close()}
          // The row goes with the focus.
          finalFocus={() => (isDone.current ? heading.current : null)}
          onConfirm={() => void act(question)}
        />
      )}
    </div>
  )
}

interface EntriesProps {
  entries: readonly OutboxEntry[]
  /** The current user; null for a visitor. */
  userId: string | null
  ask: Ask
}

function Entries({ entries, userId, ask }: EntriesProps) {
  const drafts = useDrafts('edit')
  const note = useDeliveryNote()
  const [announcement, setAnnouncement] = useState('')
  const [isSending, setSending] = useState(false)
  const isOwn = (entry: OutboxEntry) => isVisibleTo(entry, userId)
  const unsent = entries.filter(isUnsent)
  const sent = entries.filter((entry) => !isUnsent(entry) && isOwn(entry))
  // The row of an entry that still waits leads to what was changed in it.
  const waiting = new Set(unsent.map(({ id }) => id))
  const changes = drafts.filter((draft) => !waiting.has(editedEntryId(draft)) && shownOf(draft))
  const send = async (id?: string) => {
    setSending(true)
    setAnnouncement('')
    try {
      const { outbox } = await loadOfflineClient()
      await outbox.sendNow(id)
      const n = await outbox.waiting()
      setAnnouncement(n === 0 ? m.outbox_got_all() : m.outbox_got_left({ n }))
    } catch (error) {
      report('Sending failed.', error)
      setAnnouncement(m.outbox_send_failed())
    }
    setSending(false)
  }
  return (
    <>
      {/* Here even when the last entry has gone. */}
      <output className={said}>{announcement}</output>
      {unsent.length === 0 ? (
        <EmptyState
          title={m.outbox_empty_title()}
          art={<CheckIcon size="3rem" />}
          actions={
            <ButtonLink to="/add-event" variant="secondary">
              {m.outbox_empty_action()}
            </ButtonLink>
          }
        >
          {m.outbox_empty_text()}
        </EmptyState>
      ) : (
        <section className={section}>
          <div className={cluster({ gap: '3', justify: 'space-between' })}>
            <h2 className={subheadingText}>{m.outbox_waiting_heading()}</h2>
            <Button size="sm" busy={isSending} onClick={() => void send()}>
              <SendIcon size="1.125rem" />
              {m.outbox_send_now()}
            </Button>
          </div>
          {unsent.some(({ state }) => state === 'queued') ? <p className={mutedText}>{note}</p> : null}
          <ul className={card()}>
            {unsent.map((entry) =>
              isOwn(entry) ? (
                <UnsentRow key={entry.id} entry={entry} ask={ask} onRetry={() => void send(entry.id)} />
              ) : (
                <OtherAccountRow key={entry.id} entry={entry} isSignedOut={userId === null} ask={ask} />
              ),
            )}
          </ul>
        </section>
      )}
      {changes.length === 0 ? null : (
        <section className={section}>
          <h2 className={subheadingText}>{m.outbox_changes_heading()}</h2>
          <p className={mutedText}>{m.outbox_changes_text()}</p>
          <ul className={card()}>
            {changes.map((draft) => (
              <ChangedRow key={draft.token} draft={draft} ask={ask} />
            ))}
          </ul>
        </section>
      )}
      {sent.length === 0 ? null : (
        <section className={section}>
          <h2 className={subheadingText}>{m.outbox_sent_heading()}</h2>
          <ul className={card()}>
            {sent.map((entry) => (
              <SentRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const section = column()
const start = css({ justifySelf: 'start' })
const said = css({ fontWeight: 'medium', _empty: { srOnly: true } })
export const Route = createFileRoute('/outbox')({
  head: noindexHead(m.outbox_title),
  component: OutboxPage,
})
