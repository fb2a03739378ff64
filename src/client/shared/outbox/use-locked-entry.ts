import { useEffect, useState } from 'react'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { OutboxBusy } from '@/offline/outbox/drafts/edit-entry'
import type { EditHold } from '@/offline/outbox/drafts/edit-entry'
import { isVisibleTo, writerOf } from '@/offline/outbox/accounts'
import { isBeingSent } from '@/offline/outbox/entry-state'
import { isReadable, type OutboxEntry, type OutboxItem } from '@/offline/outbox/entry'

export interface LockedEntry<Kind extends OutboxEntry['kind']> {
  /** 'open': locked for this editor. 'busy': being sent; it opens by itself if that fails. 'unreadable' says nothing about the entry. */
  state: 'loading' | 'open' | 'busy' | 'sent' | 'gone' | 'unreadable'
  entry: Extract<OutboxEntry, { kind: Kind }> | undefined
}

/** The unsent entry with this id, locked while its editor is open: it is not delivered meanwhile. */
export function useLockedEntry<Kind extends OutboxEntry['kind']>(
  id: string | undefined,
  kind: Kind,
): LockedEntry<Kind> {
  const found = useLiveOutbox(
    async (outbox) => (id === undefined ? 'none' : ((await outbox.get(id)) ?? 'none')),
    [id],
  )
  const user = useCurrentUser()
  const [opened, setOpened] = useState<OutboxEntry>()
  // An open entry stays open, whatever becomes of the session: the text in the form is not lost.
  const viewer = opened !== undefined && opened.id === id ? writerOf(opened) : (user?.id ?? null)
  const known = user === undefined ? 'loading' : stateOf(found, kind, viewer)
  const isUnknown = known === 'loading' || known === 'unreadable'
  // A form that is open stays that of its entry.
  const state = isUnknown && opened?.id === id ? 'open' : known
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
  userId: string | null,
): LockedEntry<OutboxEntry['kind']>['state'] {
  if (found === 'loading' || found === 'unreadable') return found
  if (typeof found === 'string' || !isReadable(found) || found.kind !== kind) return 'gone'
  if (!isVisibleTo(found, userId)) return 'gone'
  if (found.state === 'sent') return 'sent'
  // A full device cannot note that its sender was killed.
  return isBeingSent(found, Date.now()) ? 'busy' : 'open'
}

/** A send that fails at once may be over before the live query has seen it. */
const BUSY_RETRY_MS = 500

function lockEntry(id: string, onLocked: (lock: EditHold) => void): () => void {
  let isUnmounted = false
  let lock: EditHold | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const acquire = async () => {
    const acquired = await (await loadOfflineClient()).outbox.holdForEditing(id)
    if (isUnmounted) return acquired.release()
    lock = acquired
    onLocked(acquired)
  }
  const tryToAcquire = () => {
    acquire().catch((error: unknown) => {
      // The entry was sent or discarded meanwhile, as the live query says next.
      if (!(error instanceof OutboxBusy)) return report('The entry could not be locked.', error)
      if (!isUnmounted) retry = setTimeout(tryToAcquire, BUSY_RETRY_MS)
    })
  }
  tryToAcquire()
  // The timers of a page in the background hardly run: the lock is renewed as soon as the page is visible.
  const renew = () => document.visibilityState === 'visible' && void lock?.renew()
  document.addEventListener('visibilitychange', renew)
  return () => {
    isUnmounted = true
    clearTimeout(retry)
    document.removeEventListener('visibilitychange', renew)
    void lock?.release()
  }
}
