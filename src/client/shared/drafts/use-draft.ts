import { useEffect, useEffectEvent, useState } from 'react'
import { loadOfflineClient, report, watchOfflineClient } from '@/client/shared/offline/offline-client'
import { pageDrafts, type Draft, type DraftSlot, type WhichDraft } from '@/offline/outbox/drafts'
import type { OutboxContent, OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'
import { openFormDraft, type FormDraft } from '@/offline/outbox/form-draft'
import { pageStorage } from '@/offline/page/page-storage'
import { storedUser } from '@/offline/session/stored-session'

interface DraftOptions<T> {
  slot: DraftSlot
  /** Reads what is stored; undefined for what another version of the form wrote. */
  read: (content: unknown) => T | undefined
  /** True where nothing of it is worth a draft. */
  isEmpty?: (content: T) => boolean
  which?: WhichDraft | undefined
}

interface Opened<T> {
  draft: FormDraft
  restored: { content: T; photo: OutboxPhoto | undefined; lostPhoto: boolean } | undefined
}

/** The draft of a form (`offline/outbox/form-draft`), stored as it is typed and restored when the form is opened again. */
export function useDraft<T>({ slot, read, isEmpty = () => false, which }: DraftOptions<T>) {
  const [wanted, setWanted] = useState({ which })
  const [formKey, setFormKey] = useState(0)
  const [opened, setOpened] = useState<Opened<T>>()
  const [isDirty, setDirty] = useState(false)
  const [isStored, setStored] = useState(true)
  const beginAnew = () => setFormKey((before) => before + 1)
  const show = useEffectEvent((draft: FormDraft) => {
    // A dirty form stays, and belongs to the account that it was begun under.
    if (opened !== undefined && isDirty) return
    const content = draft.restored && read(draft.restored.content)
    const restored = draft.restored && content !== undefined ? { ...draft.restored, content } : undefined
    setOpened({ draft, restored })
    setDirty(restored !== undefined)
    setStored(pageStorage() !== undefined)
    // An empty form stays the same one: somebody may be about to type into it.
    if (restored !== undefined) beginAnew()
  })
  const isOfAnother = useEffectEvent(
    () => opened !== undefined && !isDirty && opened.draft.owner !== currentOwner(),
  )

  useEffect(() => {
    let isUnmounted = false
    const open = async () => {
      const deps = { drafts: pageDrafts(), outbox, owner: currentOwner() }
      const draft = await openFormDraft({ ...deps, slot, which: wanted.which })
      if (!isUnmounted) show(draft)
    }
    void open()
    const stop = watchOfflineClient(() => isOfAnother() && void open())
    return () => {
      isUnmounted = true
      stop()
    }
  }, [slot, wanted])

  const draft = opened?.draft
  const discard = () => {
    setDirty(false)
    draft?.drop()
    if (draft !== undefined) setOpened({ draft, restored: undefined })
  }

  return {
    isReady: opened !== undefined,
    /** Another one for another draft: the form begins anew. */
    formKey,
    token: draft?.token(),
    restored: opened?.restored,
    isDirty,
    /** False where this browser keeps nothing: the form says so. */
    isStored,
    change(content: T, photo?: OutboxPhoto) {
      const isWorthIt = photo !== undefined || !isEmpty(content)
      setDirty(isWorthIt)
      if (!isWorthIt) draft?.drop()
      else if (draft !== undefined) setStored(draft.write(content, photo))
    },
    discard,
    startOver() {
      discard()
      beginAnew()
    },
    open(next: WhichDraft) {
      setOpened(undefined)
      setDirty(false)
      setWanted({ which: next })
      beginAnew()
    },
    /** Throws what `Outbox.enqueue` throws: then the draft is still there. */
    async submit(content: OutboxContent, photo?: OutboxPhoto): Promise<OutboxEntry> {
      const entry = await (draft?.submit(content, photo) ?? (await outbox()).enqueue(content, photo))
      setDirty(false)
      return entry
    },
    /** Throws what `Outbox.save` throws. */
    async save(entry: Pick<OutboxEntry, 'id' | 'edits'>, content: OutboxContent, photo?: OutboxPhoto) {
      const saved = await (draft?.save(entry, content, photo) ?? (await outbox()).save(entry, content, photo))
      setDirty(false)
      return saved
    },
  }
}

const outbox = async () => (await loadOfflineClient()).outbox

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
  void outbox()
    .then((opened) => opened.removeDraft(draft.token))
    .catch((error: unknown) => report('The draft could not be deleted.', error))
}

function currentOwner(): string | null {
  return storedUser(pageStorage())?.id ?? null
}
