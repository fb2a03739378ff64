import { Checkbox } from '@/client/design-system/forms/checkbox'
import { Dialog } from '@/client/design-system/overlays/dialog'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { COMMAND_KEYS, KeyCap, type KeyTexts } from './shortcut-keys'
import { useStoredChoice } from './stored-choice'

interface ShortcutsDialogProps {
  keys: KeyTexts
  onClose: () => void
}

const EVERYWHERE = [
  ['u', m.admin_event_undo],
  [COMMAND_KEYS, m.admin_command_title],
  ['?', m.admin_event_key_help],
] as const

export function ShortcutsDialog({ keys, onClose }: ShortcutsDialogProps) {
  const [setting, set] = useStoredChoice('back-office-shortcuts')
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.admin_event_keys()}
      description={m.admin_event_keys_text()}
      closeLabel={m.admin_close()}
    >
      <dl className={list}>
        {[...keys, ...EVERYWHERE].map(([key, label]) => (
          <div key={key} className={cluster({ gap: '3' })}>
            <dt>
              <KeyCap>{key}</KeyCap>
            </dt>
            <dd>{label()}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={m.admin_event_keys_on()}
        checked={setting === 'on'}
        onChange={(areOn) => set(areOn ? 'on' : 'off')}
      />
    </Dialog>
  )
}

const list = css({ display: 'grid', gap: '3', marginBottom: '4', '& dd': { marginLeft: '0' } })
