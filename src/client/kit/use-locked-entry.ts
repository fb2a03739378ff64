import { useEffect, useState } from 'react'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { report } from '@/client/shell/report'
import { useLiveOutbox } from '@/client/shell/use-live-outbox'
import type { EditHold } from '@/offline/outbox/edit-hold'
import { isReadable, type OutboxEntry, type OutboxItem } from '@/offline/outbox/entry'

export interface LockedEntry<Kind extends OutboxEntry['kind']> {
  /**
   * 'open': it is held for this editor. 'busy': it is being sent; it opens by itself if that fails. 'sent': it went out
   * before the changes were saved. 'gone': it is not on this device, any more or at all.
   */
  state: 'loading' | 'open' | 'busy' | 'sent' | 'gone'
  /** As it was when it was opened: what somebody is editing does not change under their hands. */
  entry: Extract<OutboxEntry, { kind: Kind }> | undefined
}

/** The unsent entry with this id, held as long as its editor is open: it is not sent meanwhile. */
export function useLockedEntry<Kind extends OutboxEntry['kind']>(
  id: string | undefined,
  kind: Kind,
): LockedEntry<Kind> {
  const found = useLiveOutbox(
    async (outbox) => (id === undefined ? 'none' : ((await outbox.get(id)) ?? 'none')),
    [id],
  )
  const [opened, setOpened] = useState<OutboxEntry>()
  const state = stateOf(found, kind)
  const canLock = state === 'open'
  useEffect(() => {
    if (!canLock || id === undefined) return
    return lockEntry(id, ({ entry }) => setOpened((before) => (before?.id === id ? before : entry)))
  }, [id, canLock])
  const entry = opened?.id === id && opened?.kind === kind ? opened : undefined
  return {
    state: state === 'open' && entry === undefined ? 'loading' : state,
    // Compared by its kind just above, which the compiler does not follow through a type parameter.
    entry: entry as LockedEntry<Kind>['entry'],
  }
}

function stateOf(
  found: OutboxItem | 'loading' | 'unreadable' | 'none',
  kind: OutboxEntry['kind'],
): LockedEntry<OutboxEntry['kind']>['state'] {
  if (found === 'loading') return 'loading'
  if (typeof found === 'string' || !isReadable(found) || found.kind !== kind) return 'gone'
  if (found.state === 'sent') return 'sent'
  return found.state === 'sending' ? 'busy' : 'open'
}

/** What it returns lets go. */
function lockEntry(id: string, onLocked: (lock: EditHold) => void): () => void {
  let isUnmounted = false
  let lock: EditHold | undefined
  const acquire = async () => {
    const acquired = await (await loadOfflineClient()).outbox.holdForEditing(id)
    if (isUnmounted) return acquired.release()
    lock = acquired
    onLocked(acquired)
  }
  // It was sent at that moment: the next reading of the outbox says so.
  acquire().catch((error: unknown) => report('The entry could not be locked.', error))
  // The timers of a page in the background hardly run: it says so again as soon as it is back.
  const renew = () => document.visibilityState === 'visible' && void lock?.renew()
  document.addEventListener('visibilitychange', renew)
  return () => {
    isUnmounted = true
    document.removeEventListener('visibilitychange', renew)
    void lock?.release()
  }
}
