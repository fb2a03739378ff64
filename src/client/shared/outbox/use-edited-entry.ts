import { useEffect, useState } from 'react'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { useLiveOutbox } from '@/client/shared/offline/use-live-device'
import { isVisibleTo, writerOf, type OutboxEntry, type OutboxPhoto } from '@/offline/outbox/entry'
import type { Editing } from '@/offline/outbox/outbox'

type EntryOf<Kind extends OutboxEntry['kind']> = Extract<OutboxEntry, { kind: Kind }>

export interface EditedEntry<Kind extends OutboxEntry['kind']> {
  /** 'open': out of the queue, for this editor. 'busy': being sent; it opens by itself if that fails. 'unreadable' says nothing about the entry. */
  state: 'loading' | 'open' | 'busy' | 'sent' | 'gone' | 'unreadable'
  entry: EntryOf<Kind> | undefined
  photo: OutboxPhoto | undefined
}

/** The unsent entry with this id, which nobody sends while its editor is open. */
export function useEditedEntry<Kind extends OutboxEntry['kind']>(
  id: string | undefined,
  kind: Kind,
): EditedEntry<Kind> {
  const found = useLiveOutbox(
    async (outbox) => (id === undefined ? 'none' : ((await outbox.get(id)) ?? 'none')),
    [id],
  )
  const user = useCurrentUser()
  const [opened, setOpened] = useState<Editing>()
  const own = opened?.entry.id === id ? opened : undefined
  // An open entry stays open, whatever becomes of the session: the text in the form is not lost.
  const viewer = own === undefined ? (user?.id ?? null) : writerOf(own.entry)
  const known = user === undefined ? 'loading' : stateOf(found, kind, viewer)
  const isUnknown = known === 'loading' || known === 'unreadable'
  const state = isUnknown && own !== undefined ? 'open' : known
  const canEdit = state === 'open'
  useEffect(() => {
    if (!canEdit || id === undefined) return
    let isUnmounted = false
    const editing = loadOfflineClient().then(({ outbox }) => outbox.edit(id))
    editing.then(
      (taken) => isUnmounted || setOpened((before) => (before?.entry.id === id ? before : taken)),
      // It was sent or discarded in this moment, or is being sent: the live query says so next.
      (error: unknown) => report('The entry could not be opened.', error),
    )
    return () => {
      isUnmounted = true
      void editing.then(({ release }) => release()).catch(() => undefined)
    }
  }, [id, canEdit])
  return {
    state: state === 'open' && own === undefined ? 'loading' : state,
    // Its kind was compared, which the compiler does not follow through a type parameter.
    entry: own?.entry as EntryOf<Kind> | undefined,
    photo: own?.photo,
  }
}

function stateOf(
  found: OutboxEntry | 'loading' | 'unreadable' | 'none',
  kind: OutboxEntry['kind'],
  userId: string | null,
): EditedEntry<OutboxEntry['kind']>['state'] {
  if (found === 'loading' || found === 'unreadable') return found
  if (found === 'none' || found.kind !== kind || !isVisibleTo(found, userId)) return 'gone'
  if (found.state === 'sent') return 'sent'
  return found.state === 'sending' ? 'busy' : 'open'
}
