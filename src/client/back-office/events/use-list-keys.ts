import type { RefObject } from 'react'
import { useShortcutKeys } from '@/client/back-office/layout/keys/use-shortcut-keys'
import { rowOf } from './use-focus-after'

interface ListKeys {
  list: RefObject<HTMLElement | null>
  /** The ids in the order of the list. */
  ids: readonly string[]
  onToggle: (id: string) => void
  onEdit: (id: string) => void
}

/** j and k move the focus from event to event; x selects and e edits the one that has it; Enter is its link's own. */
export function useListKeys({ list, ids, onToggle, onEdit }: ListKeys): void {
  const move = (by: 1 | -1) => {
    const at = ids.indexOf(focusedId() ?? '')
    const id = ids[at === -1 ? 0 : at + by]
    if (id === undefined) return
    const row = rowOf(list.current, id)
    row?.querySelector('a')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  useShortcutKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => withFocused(onToggle),
    e: () => withFocused(onEdit),
  })
}

function withFocused(act: (id: string) => void): void {
  const id = focusedId()
  if (id !== undefined) act(id)
}

function focusedId(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-event]')?.dataset['event']
}
