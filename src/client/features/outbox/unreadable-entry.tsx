import { saveFile } from '@/client/shared/offline/save-file'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { toBase64 } from '@/offline/outbox/delivery/base64'
import type { UnreadableEntry as Entry } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import { entryTitle } from './entry-labels'

/** A record that cannot be sent by this version: what it is, and a way to save what is left of it. */
export function UnreadableEntry({ entry, onDiscard }: { entry: Entry; onDiscard: () => void }) {
  const title = entryTitle(entry)
  const isDamaged = entry.state === 'damaged'
  return (
    <li className={card({ pad: true })}>
      <div className={facts}>
        <Badge tone={isDamaged ? 'danger' : 'warning'}>
          {isDamaged ? m.outbox_damaged_state() : m.outbox_newer_state()}
        </Badge>
        <h3 className={heading}>{title}</h3>
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
const heading = css({ fontWeight: 'bold', fontSize: 'lg', lineHeight: 'snug', overflowWrap: 'anywhere' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: '4' })
