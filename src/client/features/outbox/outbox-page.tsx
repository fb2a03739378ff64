import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useDeliveryNote } from '@/client/shared/outbox/delivery-note'
import { BegunChanges } from './begun-changes'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { report } from '@/client/shared/offline/report'
import { toast } from '@/client/shared/notifications/toast'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { CheckIcon } from '@/client/design-system/icons/form-icons'
import { SendIcon } from '@/client/design-system/icons/later-icons'
import { Spinner } from '@/client/design-system/spinner'
import * as m from '@/messages/compiled/messages.js'
import { isVisibleTo } from '@/offline/outbox/accounts'
import { isReadable, isUnsent, type OutboxItem } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button, textLink } from 'styled-system/recipes'
import { entryTitle } from './entry-labels'
import { OtherAccountEntry, otherAccountTitle } from './other-account-entry'
import { type SendResult, sendAllNow } from './send-now'
import { SentEntry } from './sent-entry'
import { UnreadableEntry } from './unreadable-entry'
import { UnsentEntry } from './unsent-entry'

// It reads drafts by their schemas, which the entries do not wait for.
// Ark's dialog is lazy: it weighs more than the page, and only discarding needs it.
const DiscardDialog = lazyPart(async () => (await import('./discard-dialog')).DiscardDialog)

/** The entries of this outbox: unsent, and sent in the last days (rules 13). */
export function OutboxPage() {
  const user = useCurrentUser()
  const found = useLiveOutbox((outbox) => outbox.list(), [])
  const [discarding, setDiscarding] = useState<Discarded>()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={page({ width: 'text' })}>
      <div className={frame}>
        <header className={head}>
          <h1 ref={heading} tabIndex={-1} className={title}>
            {m.outbox_title()}
          </h1>
          {found === 'unreadable' ? null : (
            <>
              <p className={intro}>{m.outbox_intro()}</p>
              <Link to="/on-this-device" className={textLink()}>
                {m.device_see()}
              </Link>
            </>
          )}
        </header>
        {found === 'loading' || (Array.isArray(found) && user === undefined) ? (
          <Spinner label={m.outbox_loading()} />
        ) : null}
        {found === 'unreadable' ? <Banner tone="danger">{m.outbox_unreadable()}</Banner> : null}
        {Array.isArray(found) && user !== undefined ? (
          <Entries
            entries={found}
            userId={user?.id ?? null}
            onDiscard={setDiscarding}
            onGone={() => heading.current?.focus({ preventScroll: true })}
          />
        ) : null}
      </div>
      {discarding ? (
        <DiscardDialog
          {...discarding}
          onClose={() => setDiscarding(undefined)}
          onDiscarded={discard}
          focusAfterwards={() => heading.current}
        />
      ) : null}
    </div>
  )
}

interface Discarded {
  entry: OutboxItem
  title: string
}

interface EntriesProps {
  entries: OutboxItem[]
  /** The current user; null for a visitor. */
  userId: string | null
  onDiscard: (discarded: Discarded) => void
  /** The entry with the focus has been sent, and is gone. */
  onGone: () => void
}

function Entries({ entries, userId, onDiscard, onGone }: EntriesProps) {
  const isOwn = (entry: OutboxItem) => isVisibleTo(entry, userId)
  const unsent = entries.filter(isUnsent)
  const sent = entries.filter((entry) => !isUnsent(entry) && isOwn(entry))
  const [announcement, setAnnouncement] = useState('')
  const [isSending, setSending] = useState(false)
  const note = useDeliveryNote()
  const announce = ({ isSent, text }: SendResult) => {
    setAnnouncement(text)
    if (isSent) onGone()
  }
  const sendAll = async () => {
    setSending(true)
    setAnnouncement('')
    await sendAllNow().then(announce, (error: unknown) => {
      report('Sending failed.', error)
      announce({ isSent: false, text: m.outbox_send_failed() })
    })
    setSending(false)
  }
  return (
    <>
      {/* Here even when the last entry has gone. */}
      <output className={status}>{announcement}</output>
      {unsent.length === 0 ? (
        <EmptyState
          title={m.outbox_empty_title()}
          art={<CheckIcon size={48} />}
          actions={
            <Link to="/add-event" search={{}} className={button({ variant: 'secondary' })}>
              {m.outbox_empty_action()}
            </Link>
          }
        >
          {m.outbox_empty_text()}
        </EmptyState>
      ) : (
        <section className={section}>
          <div className={sectionHead}>
            <h2 className={heading}>{m.outbox_waiting_heading()}</h2>
            <Button variant="secondary" size="sm" busy={isSending} onClick={() => void sendAll()}>
              <SendIcon size={18} />
              {m.outbox_send_now()}
            </Button>
          </div>
          {unsent.some(({ state }) => state === 'queued') ? <p className={intro}>{note}</p> : null}
          <ul className={list}>
            {unsent.map((entry) => (
              <Unsent
                key={String(entry.id)}
                {...{ entry, onDiscard }}
                onSent={announce}
                isOwn={isOwn(entry)}
                isSignedOut={userId === null}
              />
            ))}
          </ul>
        </section>
      )}
      <BegunChanges unsentIds={unsent.filter(isReadable).map(({ id }) => id)} />
      {sent.length === 0 ? null : (
        <section className={section}>
          <h2 className={heading}>{m.outbox_sent_heading()}</h2>
          <ul className={list}>
            {sent.filter(isReadable).map((entry) => (
              <SentEntry key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface UnsentProps extends Pick<EntriesProps, 'onDiscard'> {
  entry: OutboxItem
  isOwn: boolean
  isSignedOut: boolean
  onSent: (result: SendResult) => void
}

function Unsent({ entry, isOwn, isSignedOut, onDiscard, onSent }: UnsentProps) {
  const openDiscard = () =>
    onDiscard({ entry, title: isOwn ? entryTitle(entry) : otherAccountTitle(isSignedOut) })
  if (!isOwn) return <OtherAccountEntry {...{ entry, isSignedOut }} onDiscard={openDiscard} />
  if (isReadable(entry)) return <UnsentEntry {...{ entry, onSent }} onDiscard={openDiscard} />
  return <UnreadableEntry entry={entry} onDiscard={openDiscard} />
}

async function discard(entry: OutboxItem): Promise<void> {
  await (await loadOfflineClient()).outbox.discard(entry.id)
  toast.success(m.outbox_discarded())
}

const frame = css({ display: 'grid', gap: '6', paddingBlock: { base: '6', md: '10' } })
const head = css({ display: 'grid', gap: '2' })
const title = css({ textStyle: 'title' })
const intro = css({ color: 'fg.muted' })
const status = css({ fontWeight: 'medium', _empty: { srOnly: true } })
const section = css({ display: 'grid', gap: '3', minWidth: '0' })
const sectionHead = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  alignItems: 'center',
  justifyContent: 'space-between',
})
const heading = css({ textStyle: 'subheading' })
const list = css({ display: 'grid', gap: '3' })
