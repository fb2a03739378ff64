import { useEffect, useEffectEvent } from 'react'

/** Ctrl+K, on a Mac Cmd+K, also while somebody types; not in a dialog, whose work would be left. */
export function useCommandKey(open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isOurs =
      event.key.toLowerCase() === 'k' &&
      event.ctrlKey !== event.metaKey &&
      !event.altKey &&
      !event.shiftKey &&
      !event.defaultPrevented
    if (!isOurs || isInDialog(event.target)) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [role=dialog], [role=alertdialog]') !== null
}
