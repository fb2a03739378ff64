import { Checkbox } from '@/client/design-system/forms/checkbox'
import { Dialog } from '@/client/design-system/dialog'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { KeyCap } from './key-cap'
import type { ReviewKey } from './use-review-keys'

interface ShortcutsDialogProps {
  areOn: boolean
  onToggle: (areOn: boolean) => void
  onClose: () => void
}

const KEYS: readonly (readonly [ReviewKey, () => string])[] = [
  ['j', m.admin_event_key_next],
  ['k', m.admin_event_key_previous],
  ['a', m.admin_event_key_approve],
  ['r', m.admin_event_key_reject],
  ['u', m.admin_event_key_undo],
  ['?', m.admin_event_key_help],
]

/** The keys that review an event, and their switch. */
export function ShortcutsDialog({ areOn, onToggle, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={m.admin_event_keys()}
      description={m.admin_event_keys_text()}
      closeLabel={m.admin_close()}
    >
      <div className={stack({ gap: '4' })}>
        <dl className={list}>
          {KEYS.map(([key, label]) => (
            <div key={key} className={row}>
              <dt>
                <KeyCap>{key}</KeyCap>
              </dt>
              <dd className={text}>{label()}</dd>
            </div>
          ))}
        </dl>
        <Checkbox label={m.admin_event_keys_on()} checked={areOn} onChange={onToggle} />
      </div>
    </Dialog>
  )
}

const list = css({ display: 'grid', gap: '3' })
const row = css({ display: 'flex', gap: '3', alignItems: 'center' })
const text = css({ marginLeft: '0' })
