import { useEffect, useEffectEvent } from 'react'
import { useStoredChoice } from './stored-choice'
import { css } from 'styled-system/css'

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
