import { useState } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { IconButton } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { KeyCap, usePausedKeys, useShortcutKeys } from './shortcut-keys'

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog')).ShortcutsDialog)

/** Shows the keys of a page; so does the key `?`. */
export function ShortcutsButton({
  keys,
}: {
  keys: readonly (readonly [key: string, label: () => string])[]
}) {
  const [isOpen, setOpen] = useState(false)
  usePausedKeys(isOpen)
  useShortcutKeys({ '?': () => setOpen(true) })
  return (
    <span className={withKeyboard}>
      <IconButton label={m.admin_event_keys()} icon={<KeyCap>?</KeyCap>} onClick={() => setOpen(true)} />
      {isOpen ? <ShortcutsDialog keys={keys} onClose={() => setOpen(false)} /> : null}
    </span>
  )
}

// A device without a keyboard has no room for it, either.
const withKeyboard = css({ display: { base: 'none', md: 'contents' } })
