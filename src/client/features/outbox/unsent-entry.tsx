import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { report } from '@/client/shared/offline/offline-client'
import { useOnline } from '@/client/shared/offline/use-online'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { attentionText } from '@/client/shared/outbox/delivery-note'
import { PhotoPreview } from '@/client/shared/photos/photo'
import { useDeviceNow } from '@/client/shared/time/use-now'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { isBeingSent } from '@/offline/outbox/entry-state'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'
import {
  entryTitle,
  kindLabel,
  problemLines,
  stateLine,
  stateLabel,
  stateTone,
  waitText,
  type SendResult,
  sendNow,
} from './entry-labels'

interface UnsentEntryProps {
  entry: OutboxEntry
  onDiscard: () => void
  /** It goes from this list: what is to be said of it is said elsewhere. */
  onSent: (result: SendResult) => void
}

const NO_WAIT = '\u00A0'

export function UnsentEntry({ entry, onDiscard, onSent }: UnsentEntryProps) {
  const now = useDeviceNow()
  const isOnline = useOnline()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState('')
  const title = entryTitle(entry)
  // A full device cannot note that its sender was killed.
  const isSending = isBeingSent(entry, now)
  const lines = problemLines(entry)

  const wait = waitText(entry, now, isOnline)

  const send = async () => {
    setBusy(true)
    setResult('')
    try {
      const sent = await sendNow(entry)
      if (sent.isSent) onSent(sent)
      else setResult(sent.text)
    } catch (error) {
      report('Sending failed.', error)
      setResult(m.outbox_send_failed())
    }
    setBusy(false)
  }
  return (
    <li className={card({ pad: true })}>
      <div className={layout}>
        {entry.photo ? (
          <PhotoPreview photo={entry.photo} alt={m.outbox_photo_alt({ title })} className={photoFrame} />
        ) : null}
        <div className={facts}>
          <div className={cluster({ gap: '2' })}>
            <Badge tone={stateTone(entry)}>{stateLabel(entry)}</Badge>
            <span className={muted}>{kindLabel(entry)}</span>
          </div>
          <h3 className={heading}>
            <bdi>{title}</bdi>
          </h3>
          <p className={muted}>{stateLine(entry, now)}</p>
          {/* The line stays while it is sent again: what is below would move away under a finger. */}
          {wait === undefined && !(isSending && entry.attempts > 1) ? null : (
            <p className={muted}>{wait ?? NO_WAIT}</p>
          )}
        </div>
      </div>
      {entry.state === 'needs-attention' ? (
        <div className={problem}>
          <p>{lines.length > 0 ? m.outbox_wrong_intro() : attentionText(entry)}</p>
          <ProblemList lines={lines} />
        </div>
      ) : null}
      <div className={actions}>
        {/* While it is being sent its editor waits for that. */}
        <EditLink entry={entry} title={title} />
        {entry.state === 'paused-sign-in' ? null : (
          <Button variant="secondary" size="sm" busy={busy || isSending} onClick={() => void send()}>
            {entry.state === 'needs-attention' ? m.outbox_retry() : m.outbox_send_now()}
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-label={m.outbox_discard_of({ title })} onClick={onDiscard}>
          {m.outbox_discard()}
        </Button>
      </div>
      <output className={status}>{result}</output>
    </li>
  )
}

function EditLink({ entry, title }: { entry: OutboxEntry; title: string }) {
  const link = {
    'aria-label': m.outbox_edit_of({ title }),
    className: button({ variant: entry.state === 'needs-attention' ? 'primary' : 'secondary', size: 'sm' }),
    children: m.outbox_edit(),
  }
  switch (entry.kind) {
    case 'submitEvent':
      return <Link to="/add-event" search={{ edit: entry.id }} {...link} />
    case 'sendSupportMessage':
      return <Link to="/contacts" search={{ edit: entry.id }} {...link} />
    case 'updateManagedEvent':
      return <Link to="/manage/$id" {...managedBy(entry.payload.eventId, entry.payload.change)} {...link} />
    case 'setManagedState':
      return <Link to="/manage/$id" {...managedBy(entry.payload.eventId, entry.payload.said)} {...link} />
  }
}

const managedBy = (id: string, { token }: { token: string }) => ({ params: { id }, hash: token })

/** The errors of an entry, a line for each field (rules 8). */
function ProblemList({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

// The text goes below the photo with large text.
const layout = css({ display: 'flex', flexWrap: 'wrap', gap: '4', alignItems: 'start' })
const facts = css({ display: 'grid', gap: '1.5', flex: '[1 1 7rem]', minWidth: '0' })
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
const status = css({ display: 'block', textStyle: 'small', marginTop: { base: '3', _empty: '0' } })
const list = css({ paddingLeft: '5', listStyle: 'disc', '& > li': { marginTop: '1' } })
const photoFrame = css({
  flexShrink: '0',
  width: '20',
  height: '20',
  borderRadius: 'md',
  objectFit: 'cover',
  bg: 'bg.sunken',
})
