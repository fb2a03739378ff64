import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { refusalText } from '@/client/kit/refusal-text'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { report } from '@/client/shell/report'
import { Badge } from '@/client/ui/badge'
import { Button } from '@/client/ui/button'
import { useNow } from '@/client/kit/use-now'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'
import { entryTitle, problemLines, stateLine, stateLabel, stateTone } from './entry-labels'
import { EntryPhoto } from './entry-photo'

/** One unsent entry: its kind, its state, and its actions. */
export function UnsentEntry({ entry, onDiscard }: { entry: OutboxEntry; onDiscard: () => void }) {
  const now = useNow() * 1000
  const [busy, setBusy] = useState(false)
  const title = entryTitle(entry)
  const isBeingSent = entry.state === 'sending'
  const lines = problemLines(entry)

  const sendNow = async () => {
    setBusy(true)
    await (
      await loadOfflineClient()
    ).outbox
      .sendNow(entry.id)
      .catch((error: unknown) => report('Sending failed.', error))
    setBusy(false)
  }
  return (
    <li className={card({ pad: true })}>
      <div className={layout}>
        {entry.photo ? <EntryPhoto photo={entry.photo} title={title} /> : null}
        <div className={facts}>
          <div className={cluster({ gap: '2' })}>
            <Badge tone={stateTone(entry)}>{stateLabel(entry)}</Badge>
            <span className={muted}>
              {entry.kind === 'submitEvent' ? m.outbox_kind_event() : m.outbox_kind_message()}
            </span>
          </div>
          <h3 className={heading}>{title}</h3>
          <p className={muted}>{stateLine(entry, now)}</p>
        </div>
      </div>
      {entry.state === 'needs-attention' ? (
        <div className={problem}>
          <p>{lines.length > 0 ? m.outbox_wrong_intro() : attention(entry)}</p>
          <ProblemList lines={lines} />
        </div>
      ) : null}
      <div className={actions}>
        {isBeingSent ? null : <EditLink entry={entry} title={title} />}
        {isBeingSent || entry.state === 'paused-sign-in' ? null : (
          <Button variant="secondary" size="sm" busy={busy} onClick={() => void sendNow()}>
            {entry.state === 'needs-attention' ? m.outbox_retry() : m.outbox_send_now()}
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-label={m.outbox_discard_of({ title })} onClick={onDiscard}>
          {m.outbox_discard()}
        </Button>
      </div>
    </li>
  )
}

function attention(entry: OutboxEntry): string {
  if (entry.lastError?.code === 'IDEMPOTENCY_KEY_REUSED') return m.outbox_earlier_arrived()
  return refusalText(entry.lastError) ?? m.outbox_wrong_intro()
}

function EditLink({ entry, title }: { entry: OutboxEntry; title: string }) {
  return (
    <Link
      to={entry.kind === 'submitEvent' ? '/add-event' : '/contacts'}
      search={{ edit: entry.id }}
      aria-label={m.outbox_edit_of({ title })}
      className={button({ variant: entry.state === 'needs-attention' ? 'primary' : 'secondary', size: 'sm' })}
    >
      {m.outbox_edit()}
    </Link>
  )
}

/** What is wrong, a line for each field (spec 8, create validation errors). */
function ProblemList({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const layout = css({ display: 'flex', gap: '4', alignItems: 'start' })
const facts = css({ display: 'grid', gap: '1.5', minWidth: '0' })
const heading = css({ fontWeight: 'bold', fontSize: 'lg', lineHeight: 'snug', overflowWrap: 'anywhere' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const problem = css({
  marginTop: '3',
  padding: '3',
  borderRadius: 'md',
  bg: 'danger.subtle',
  color: 'danger.fg',
  textStyle: 'small',
})
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: '4' })
const list = css({ paddingLeft: '5', listStyle: 'disc', '& > li': { marginTop: '1' } })
