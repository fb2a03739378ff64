import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadOfflineClient, report, watchOfflineClient } from '@/client/shared/offline/offline-client'
import { pageDrafts } from '@/offline/outbox/drafts'
import type { Draft, DraftSlot, OpenDraft, WhichDraft } from '@/offline/outbox/drafts'
import { isSameText } from '@/offline/outbox/entry'
import type { OutboxContent, OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'
import { pageStorage } from '@/offline/page/page-storage'
import { storedUser } from '@/offline/session/stored-session'

interface DraftOptions<T> {
  slot: DraftSlot
  /** Reads what is stored; undefined for what another version of the form wrote. */
  read: (content: unknown) => T | undefined
  /** Whether nothing of it is worth a draft. */
  isEmpty?: (content: T) => boolean
  which?: WhichDraft | undefined
}

interface Opened<T> {
  draft: OpenDraft
  restored: { content: T; photo: OutboxPhoto | undefined; lostPhoto: boolean } | undefined
}

/** The draft of a form: its text is stored as it is typed, its photo when it is chosen, and both are restored. */
export function useDraft<T>({ slot, read, isEmpty = () => false, which }: DraftOptions<T>) {
  const [opening, setOpening] = useState({ which, count: 0 })
  const [opened, setOpened] = useState<Opened<T>>()
  const [isDirty, setDirty] = useState(false)
  const [isStored, setStored] = useState(true)
  const latest = useRef<{ content: T | undefined; photo: OutboxPhoto | undefined }>(undefined)
  const tried = useRef<OutboxContent>(undefined)
  const newest = useRef<Pick<OutboxEntry, 'id' | 'edits'>>(undefined)
  const readContent = useEffectEvent(read)
  const reopenForAnother = useEffectEvent((owner: string | null) => {
    // A dirty form stays, and belongs to the account that it was begun under.
    if (opened !== undefined && !isDirty && opened.draft.owner !== owner)
      setOpening(({ which: wanted, count }) => ({ which: wanted, count: count + 1 }))
  })

  useEffect(() => {
    let isUnmounted = false
    const open = async () => {
      const found = await openDraft(slot, opening.which, readContent)
      if (isUnmounted) return
      latest.current = { content: found.restored?.content, photo: found.restored?.photo }
      setOpened(found)
      setDirty(found.restored !== undefined)
      setStored(pageStorage() !== undefined)
    }
    void open()
    const stop = watchOfflineClient(() => reopenForAnother(currentOwner()))
    return () => {
      isUnmounted = true
      stop()
    }
  }, [slot, opening])

  const draft = opened?.draft
  const store = (content: T | undefined, photo: OutboxPhoto | undefined) => {
    latest.current = { content, photo }
    if (draft === undefined) return
    const isWorthIt = photo !== undefined || (content !== undefined && !isEmpty(content))
    setDirty(isWorthIt)
    if (!isWorthIt) return draft.drop()
    const before = draft.token()
    setStored(draft.write(content, photo !== undefined))
    // Another tab has the draft of before, and its photo.
    if (photo !== undefined && draft.token() !== before) storePhoto(draft.token(), photo)
  }

  return {
    isReady: opened !== undefined,
    /** Another one for another draft: the form begins anew. */
    formKey: opening.count,
    token: draft?.token(),
    restored: opened?.restored,
    isDirty,
    /** False where this browser keeps nothing: the form says so. */
    isStored,
    change: (content: T) => store(content, latest.current?.photo),
    changePhoto(photo: OutboxPhoto | undefined) {
      store(latest.current?.content, photo)
      if (draft !== undefined) storePhoto(draft.token(), photo)
    },
    discard() {
      setDirty(false)
      latest.current = undefined
      if (draft === undefined) return
      setOpened({ draft, restored: undefined })
      storePhoto(draft.token(), undefined)
      draft.drop()
    },
    open(next: WhichDraft) {
      setOpened(undefined)
      setDirty(false)
      setOpening(({ count }) => ({ which: next, count: count + 1 }))
    },
    /** Stores it as an entry under the draft's token, and deletes the draft. Throws what `Outbox.enqueue` throws: then the draft is still there. */
    async submit(content: OutboxContent, photo?: OutboxPhoto): Promise<OutboxEntry> {
      const { outbox } = await loadOfflineClient()
      const id = draft?.claim()
      try {
        const sent = await outbox.enqueue(asTried(tried, content), photo, { id, owner: draft?.owner })
        draft?.drop()
        setDirty(false)
        return sent
      } catch (error) {
        // The other tab has submitted the draft: what this one says beside it is another submission.
        const isOther = id !== undefined && !(await outbox.isSame(id, content).catch(() => true))
        if (isOther && isNamed(error, 'AlreadySubmitted')) draft?.renew()
        throw error
      }
    },
    /** Stores it in the place of an entry that waits, under its key. Throws what `Outbox.save` throws. */
    async save(entry: Pick<OutboxEntry, 'id' | 'edits'>, content: OutboxContent, photo?: OutboxPhoto) {
      const { outbox } = await loadOfflineClient()
      const known = newest.current?.id === entry.id ? newest.current : entry
      try {
        const saved = await outbox.save(known, content, photo)
        if (draft !== undefined) storePhoto(draft.token(), undefined)
        draft?.drop()
        setDirty(false)
        return saved
      } catch (error) {
        // The person has been told of what another tab has made of it: the next press counts.
        if (isNamed(error, 'OutboxChanged') && 'current' in error)
          newest.current = error.current as OutboxEntry
        throw error
      }
    },
  }
}

export type UsedDraft<T> = ReturnType<typeof useDraft<T>>

/** The drafts of a form, the last written first, also as other tabs write them. */
export function useDrafts(prefix: DraftSlot | 'edit'): Draft[] {
  const [drafts, setDrafts] = useState<Draft[]>([])
  useEffect(() => {
    const update = () => setDrafts(pageDrafts().list(prefix, currentOwner()))
    update()
    const stops = [pageDrafts().subscribe(update), watchOfflineClient(update)]
    window.addEventListener('storage', update)
    return () => {
      for (const stop of stops) stop()
      window.removeEventListener('storage', update)
    }
  }, [prefix])
  return drafts
}

export function removeDraft(draft: Draft): void {
  pageDrafts().remove(draft)
  storePhoto(draft.token, undefined)
}

function currentOwner(): string | null {
  return storedUser(pageStorage())?.id ?? null
}

async function openDraft<T>(
  slot: DraftSlot,
  which: WhichDraft | undefined,
  read: (content: unknown) => T | undefined,
): Promise<Opened<T>> {
  const draft = pageDrafts().open(slot, { owner: currentOwner(), which })
  const { restored } = draft
  const content = restored && read(restored.content)
  if (restored === undefined || content === undefined) return { draft, restored: undefined }
  const { isSubmitted, photo } = await (
    await loadOfflineClient()
  ).outbox
    .ofDraft(restored.token)
    .catch(() => ({ isSubmitted: false, photo: undefined }))
  if (isSubmitted) {
    // The page ended between storing the entry and deleting the draft.
    draft.drop()
    return openDraft(slot, 'none', read)
  }
  return { draft, restored: { content, photo, lostPhoto: restored.hasPhoto && photo === undefined } }
}

/** A photo that there is no room for is in the form alone: the draft says that it had one. */
function storePhoto(token: string, photo: OutboxPhoto | undefined): void {
  void loadOfflineClient()
    .then(({ outbox }) => outbox.putDraftPhoto(token, photo))
    .catch((error: unknown) => report('The photo of the draft could not be stored.', error))
}

/** The server takes the same text that took longer to write for other content under the same key. */
function asTried(tried: { current: OutboxContent | undefined }, content: OutboxContent): OutboxContent {
  if (!isSameText(tried.current?.payload, content.payload)) tried.current = content
  return tried.current ?? content
}

function isNamed(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name
}
