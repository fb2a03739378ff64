import { useEffect, useEffectEvent, useState } from 'react'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { Dialog } from '@/client/design-system/overlays/dialog'
import * as m from '@/messages/compiled/messages.js'
import { useStoredChoice } from '@/client/shared/offline/stored-choice'
import { css } from 'styled-system/css'
import { cluster, column } from 'styled-system/patterns'

/** Actions by the lower-case `KeyboardEvent.key`; one that is missing or undefined does nothing now. */
type ShortcutKeys = Readonly<Partial<Record<string, (() => void) | undefined>>>

let pauses = 0

/** Pauses the shortcuts while a dialog is open, also one that is still being loaded: keys are meant for it. */
export function usePausedKeys(isPaused: boolean): void {
  useEffect(() => {
    if (!isPaused) return
    pauses += 1
    return () => {
      pauses -= 1
    }
  }, [isPaused])
}

const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'
const DIALOG = 'dialog, [role=dialog], [role=alertdialog]'

function isWithin({ target }: KeyboardEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Listens to the keys of the page that nobody else has used. */
function useKeyDown(onKey: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.defaultPrevented && !event.altKey) onKey(event)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/**
 * Single keys of a page. They do nothing while somebody types, in a dialog, or together with a key of the browser's or a screen reader's;
 * and they can be turned off (WCAG 2.1.4).
 */
export function useShortcutKeys(keys: ShortcutKeys): void {
  const [setting] = useStoredChoice('back-office-shortcuts')
  useKeyDown((event) => {
    const action = keys[event.key.toLowerCase()]
    const isOurs = setting === 'on' && pauses === 0 && !event.repeat && !event.ctrlKey && !event.metaKey
    if (action === undefined || !isOurs || isWithin(event, `${TYPING}, ${DIALOG}`)) return
    event.preventDefault()
    action()
  })
}

export const COMMAND_KEYS = 'Ctrl K'

/** Ctrl+K, on a Mac Cmd+K, also while somebody types; not in a dialog, whose work would be left. */
export function useCommandKey(open: () => void): void {
  useKeyDown((event) => {
    const { key, ctrlKey, metaKey, shiftKey } = event
    const isOurs = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey
    if (!isOurs || isWithin(event, DIALOG)) return
    event.preventDefault()
    open()
  })
}

export function KeyCap({ children }: { children: string }) {
  return <kbd className={cap}>{children}</kbd>
}

const cap = css({
  minWidth: '8',
  paddingInline: '2',
  border: 'hairline',
  borderRadius: 'md',
  bg: 'bg.sunken',
  fontWeight: 'bold',
  textAlign: 'center',
})

type KeyTexts = readonly (readonly [key: string, label: () => string])[]

/** The keys of a page beside what they do; one opens all of them, where they can be turned off. A device without a keyboard has no room for it. */
export function KeyLegend({ keys }: { keys: KeyTexts }) {
  const [setting] = useStoredChoice('back-office-shortcuts')
  const [isOpen, setOpen] = useState(false)
  usePausedKeys(isOpen)
  useShortcutKeys({ '?': () => setOpen(true) })
  return (
    <span className={legend}>
      {setting === 'on'
        ? keys.map(([key, label]) => (
            <span key={key} className={legendPart} aria-hidden>
              <KeyCap>{key}</KeyCap>
              {label()}
            </span>
          ))
        : null}
      <button type="button" aria-label={m.admin_event_keys()} className={help} onClick={() => setOpen(true)}>
        <KeyCap>?</KeyCap>
      </button>
      {isOpen ? <ShortcutsDialog keys={keys} onClose={() => setOpen(false)} /> : null}
    </span>
  )
}

const legend = css({
  display: { base: 'none', md: 'flex' },
  flexWrap: 'wrap',
  columnGap: '4',
  rowGap: '1',
  alignItems: 'center',
  marginLeft: 'auto',
  textStyle: 'small',
  color: 'fg.muted',
})
const legendPart = css({ display: 'inline-flex', gap: '2', alignItems: 'center' })
const help = css({ display: 'grid', placeItems: 'center', minWidth: 'target', minHeight: 'target' })

const EVERYWHERE = [
  ['u', m.admin_event_undo],
  [COMMAND_KEYS, m.admin_command_title],
  ['?', m.admin_event_key_help],
] as const

function ShortcutsDialog({ keys, onClose }: { keys: KeyTexts; onClose: () => void }) {
  const [setting, set] = useStoredChoice('back-office-shortcuts')
  return (
    <Dialog
      onClose={onClose}
      title={m.admin_event_keys()}
      description={m.admin_event_keys_text()}
      closeLabel={m.admin_close()}
    >
      <dl className={column({ marginBottom: '4' })}>
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
