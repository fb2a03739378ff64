import { createFileRoute, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { useDeliveryNote } from '@/client/shared/outbox/delivery-note'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { CheckIcon, SendIcon } from 'lucide-react'
import { Spinner } from '@/client/design-system/skeleton'
import { isVisibleTo } from '@/offline/outbox/accounts'
import { isReadable, isUnsent } from '@/offline/outbox/entry'
import type { OutboxItem, OutboxEntry, UnreadableEntry as Entry } from '@/offline/outbox/entry'
import { useDeviceNow } from '@/client/shared/time/use-now'
import { timeAgo } from '@/client/shared/time/saved-age'
import { getLocale } from '@/messages/compiled/runtime.js'
import { saveFile } from '@/client/shared/offline/save-file'
import { Badge } from '@/client/design-system/badge'
import { toBase64 } from '@/offline/api/photo-upload'
import { useSignOut } from '@/client/shared/session/use-sign-out'
import { storeReturnAddress } from '@/client/shared/session/return-address'
import { tabStorage } from '@/offline/page/page-storage'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { button, textLink, card } from 'styled-system/recipes'
import { BegunChanges } from './begun-changes'
import { entryTitle, sendAllNow, stateLabel, stateTone } from './entry-labels'
import type { SendResult } from './entry-labels'
import { UnsentEntry } from './unsent-entry'

const SendWithoutAccount = lazyPart(async () => (await import('./send-without-account')).SendWithoutAccount)

interface OtherAccountEntryProps {
  entry: OutboxItem
  isSignedOut: boolean
  onDiscard: () => void
}

/** The title of an entry of another account: it repeats nothing of the content. */
function otherAccountTitle(isSignedOut: boolean): string {
  return isSignedOut ? m.outbox_other_account_title_signed_out() : m.outbox_other_account_title()
}

/** An entry of an account that is not signed in: counted and listed, its content hidden from whoever uses the device now. */
function OtherAccountEntry({ entry, isSignedOut, onDiscard }: OtherAccountEntryProps) {
  const [isOpen, setOpen] = useState(false)
  const title = otherAccountTitle(isSignedOut)
  // Somebody has decided to send it without an account.
  const detached = isReadable(entry) && entry.owner === null ? entry : undefined
  const send = async () => {
    setOpen(false)
    const { outbox } = await loadOfflineClient()
    if (await outbox.accounts.detachAccount(entry.id)) await outbox.schedule({ networkIsBack: true })
  }
  return (
    <li className={card({ pad: true })}>
      <div className={facts}>
        {detached === undefined ? (
          <Badge tone="warning">{m.outbox_state_paused()}</Badge>
        ) : (
          <Badge tone={stateTone(detached)}>{stateLabel(detached)}</Badge>
        )}
        <h3 className={entryHeading}>
          <bdi>{title}</bdi>
        </h3>
        <p className={muted}>
          {detached === undefined ? otherAccountText(isSignedOut) : m.outbox_other_account_detached()}
        </p>
      </div>
      <div className={actions}>
        {isSignedOut ? (
          <Link
            to="/login"
            className={button({ variant: 'secondary', size: 'sm' })}
            onClick={() => storeReturnAddress(tabStorage(), '/outbox')}
          >
            {m.outbox_other_account_sign_in()}
          </Link>
        ) : (
          <OtherSignIn />
        )}
        {isSignedOut && isReadable(entry) && detached === undefined && entry.state !== 'sending' ? (
          <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
            {m.outbox_other_account_send()}
          </Button>
        ) : null}
        <Button variant="ghost" size="sm" aria-label={m.outbox_discard_of({ title })} onClick={onDiscard}>
          {m.outbox_discard()}
        </Button>
      </div>
      {isOpen ? (
        <SendWithoutAccount
          onClose={() => setOpen(false)}
          onConfirm={() => send().catch((error: unknown) => report('Sending failed.', error))}
        />
      ) : null}
    </li>
  )
}

function otherAccountText(isSignedOut: boolean): string {
  return isSignedOut ? m.outbox_other_account_text_signed_out() : m.outbox_other_account_text()
}

/** A user who is signed in signs out first. */
function OtherSignIn() {
  const { request, isBusy, dialog } = useSignOut('/login', '/outbox')
  return (
    <>
      <Button variant="secondary" size="sm" busy={isBusy} onClick={request}>
        {m.outbox_other_account_sign_in_other()}
      </Button>
      {dialog}
    </>
  )
}

// It reads drafts by their schemas, which the entries do not wait for.
// Ark's dialog is lazy: it weighs more than the page, and only discarding needs it.
const DiscardDialog = lazyPart(async () => (await import('./discard-dialog')).DiscardDialog)

/** The entries of this outbox: unsent, and sent in the last days (rules 13). */
function OutboxPage() {
  const user = useCurrentUser()
  const found = useLiveOutbox((outbox) => outbox.list(), [])
  const [discarding, setDiscarding] = useState<Discarded>()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={page({ width: 'text' })}>
      <div className={frame}>
        <header className={head}>
          <h1 ref={heading} tabIndex={-1} className={outboxPageTitle}>
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
          art={<CheckIcon size="3rem" />}
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
              <SendIcon size="1.125rem" />
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
const outboxPageTitle = css({ textStyle: 'title' })
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

/** The receipt of a sent entry. Shown for 7 days, then deleted. */
function SentEntry({ entry }: { entry: OutboxEntry }) {
  const now = useDeviceNow()
  return (
    <li className={row}>
      <CheckIcon size="1.25rem" />
      <div>
        <h3 className={sentEntryTitle}>{entryTitle(entry)}</h3>
        <p className={muted}>
          {m.outbox_sent_at({ when: timeAgo(entry.sentAt ?? entry.createdAt, now, getLocale()) })}
        </p>
        {entry.kind === 'submitEvent' ? (
          <Link
            to="/add-event"
            search={{ like: entry.id }}
            aria-label={m.outbox_use_again_of({ title: entryTitle(entry) })}
            className={textLink()}
          >
            {m.outbox_use_again()}
          </Link>
        ) : null}
      </div>
    </li>
  )
}

const row = css({
  display: 'flex',
  gap: '3',
  paddingBlock: '2',
  '& svg': { flexShrink: '0', marginTop: '0.5', color: 'success.fg' },
})
const sentEntryTitle = css({ fontWeight: 'medium', overflowWrap: 'anywhere' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })

/** A record that cannot be sent by this version: what it is, and a way to save what is left of it. */
function UnreadableEntry({ entry, onDiscard }: { entry: Entry; onDiscard: () => void }) {
  const title = entryTitle(entry)
  const isDamaged = entry.state === 'damaged'
  return (
    <li className={card({ pad: true })}>
      <div className={facts}>
        <Badge tone={isDamaged ? 'danger' : 'warning'}>
          {isDamaged ? m.outbox_damaged_state() : m.outbox_newer_state()}
        </Badge>
        <h3 className={entryHeading}>
          <bdi>{title}</bdi>
        </h3>
        <p className={muted}>{isDamaged ? m.outbox_damaged_text() : m.outbox_newer_text()}</p>
      </div>
      <div className={actions}>
        <Button
          variant="secondary"
          size="sm"
          aria-label={m.outbox_export_of({ title })}
          onClick={() => saveAsFile(entry)}
        >
          {m.outbox_export()}
        </Button>
        {isDamaged ? (
          <Button variant="ghost" size="sm" aria-label={m.outbox_discard_of({ title })} onClick={onDiscard}>
            {m.outbox_discard()}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

function saveAsFile(entry: Entry): void {
  const file = new Blob([recordAsJson(entry.record)], { type: 'application/json' })
  saveFile(file, `outbox-${String(entry.id)}.json`)
}

/** Readable text of whatever lies in the record; a photo's bytes as base64. */
function recordAsJson(record: unknown): string {
  return JSON.stringify(record, asText, 2)
}

function asText(_: string, value: unknown): unknown {
  if (value instanceof ArrayBuffer) return toBase64(value)
  return typeof value === 'bigint' ? String(value) : value
}

const facts = css({ display: 'grid', gap: '1.5', minWidth: '0', justifyItems: 'start' })
const entryHeading = css({
  fontWeight: 'bold',
  fontSize: 'lg',
  lineHeight: 'snug',
  overflowWrap: 'anywhere',
})
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: '4' })

export const Route = createFileRoute('/outbox')({
  head: () => ({
    meta: [
      { title: `${m.outbox_title()} · ${SITE.name}` },
      // Search engines leave it out: the outbox is local to one browser.
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: OutboxPage,
})
