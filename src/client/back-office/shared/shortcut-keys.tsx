import { useEffect, useEffectEvent, useState } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import * as m from '@/messages/compiled/messages.js'
import { useStoredChoice } from './stored-choice'
import { css } from 'styled-system/css'

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog')).ShortcutsDialog)

/** Actions by the lower-case `KeyboardEvent.key`; a missing key does nothing now. */
export type ShortcutKeys = Readonly<Partial<Record<string, () => void>>>

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

/**
 * Single keys of a page. They do nothing while somebody types, in a dialog, or together with a key of the browser's or a screen reader's;
 * and they can be turned off (WCAG 2.1.4).
 */
export function useShortcutKeys(keys: ShortcutKeys): void {
  const [setting] = useStoredChoice('back-office-shortcuts')
  const areOn = setting === 'on'
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = keys[event.key.toLowerCase()]
    const isOurs =
      !event.defaultPrevented && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey
    if (action === undefined || !isOurs || pauses > 0 || isElsewhere(event.target)) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    if (!areOn) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [areOn])
}

function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable=true], dialog, [role=dialog], [role=alertdialog]',
    ) !== null
  )
}

export const COMMAND_KEYS = 'Ctrl K'

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

export type KeyTexts = readonly (readonly [key: string, label: () => string])[]

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
