import { toast } from '@/client/shared/notifications/toast'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { report } from '@/client/shared/offline/report'
import * as m from '@/messages/compiled/messages.js'
import type { EventToSave, SavedEvents } from '@/offline/saved/saved-events'
import { useIsSaved } from './saved-ids'

interface SaveToggle {
  'aria-pressed': boolean
  'aria-disabled'?: true
  onClick: () => void
  /** The browser refuses storage: the heart says so. */
  isRefused: boolean
}

/** The state of a heart and its action: it is filled once the event is on the disk. */
export function useSaveToggle(toSave: EventToSave): SaveToggle {
  const isSaved = useIsSaved(toSave.event.id)
  const isRefused = isSaved === 'unreadable'
  const onClick = () =>
    void change((saved) => (isSaved === true ? remove(saved, toSave.event.id) : saved.save([toSave])))
  return {
    'aria-pressed': isSaved === true,
    ...(isRefused && { 'aria-disabled': true as const }),
    onClick: isRefused ? toastRefused : onClick,
    isRefused,
  }
}

async function remove(saved: SavedEvents, eventId: string): Promise<void> {
  const record = await saved.remove(eventId)
  if (record === undefined) return
  const onPress = () => void change((again) => again.restore(record))
  toast.success(m.saved_removed(), { action: { label: m.saved_undo(), onPress } })
}

async function change(work: (saved: SavedEvents) => Promise<void>): Promise<void> {
  try {
    await work((await loadOfflineClient()).saved)
  } catch (error) {
    report('The event could not be saved.', error)
    toastRefused()
  }
}

function toastRefused(): void {
  toast.error(m.saved_refused(), { description: m.saved_refused_text() })
}
