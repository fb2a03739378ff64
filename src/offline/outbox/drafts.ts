import { type Clock, newId, systemClock } from '@/offline/platform/deferred'
import { createListeners } from '@/offline/platform/change-notifier'
import { pageStorage } from '@/offline/page/page-storage'

// The text of half-written forms, in `localStorage`: it is on the disk when a letter has been typed, whatever becomes
// of the page. A photo is too large for that and lies in the outbox's database under the draft's token.

/** The form that a draft belongs to; `edit`: an entry that waits, `manage`: an organiser's own event, `staff`: the back office. */
export type DraftSlot =
  | 'event/new'
  | 'message/new'
  | `edit/${string}`
  | `manage/${string}`
  | 'staff/new'
  | `staff/${'copy' | 'edit' | 'form'}/${string}`

export interface Draft {
  slot: DraftSlot
  /** It becomes the entry's id, which is the Idempotency-Key: the same draft is never two submissions. */
  token: string
  /** The form's own content, which the form reads by a function of its own. */
  content: unknown
  /** There may have been no room for the bytes of its photo. */
  hasPhoto: boolean
  /** The account that writes it, null for a visitor. Another account never sees it. */
  owner: string | null
  /** Epoch milliseconds. */
  writtenAt: number
  /** Counts the writes, since a clock may be set back. */
  edits: number
  /** Another one after each write: who knows an older one has not seen the last text. */
  version: string
}

/** The draft with this token, or a new one; without it the last that was written. */
export type WhichDraft = { token: string } | 'none'

export type Drafts = ReturnType<typeof createDrafts>

interface DraftsDeps {
  /** `localStorage`; undefined where the browser forbids it. */
  storage: Storage | undefined
  clock: Clock
  newId: () => string
}

const PREFIX = 'ericeira-draft/'

const keyOf = ({ slot, token }: Pick<Draft, 'slot' | 'token'>) => `${PREFIX}${slot}/${token}`

export function createDrafts({ storage, clock, newId: newToken }: DraftsDeps) {
  const listeners = createListeners()
  /** The row of a dropped draft in the database goes a moment later. */
  const dropped = new Set<string>()

  function readKey(key: string): Draft | undefined {
    try {
      return (JSON.parse(storage?.getItem(key) ?? 'null') as Draft | null) ?? undefined
    } catch {
      return undefined
    }
  }

  /** The last written first. */
  function all(prefix = ''): Draft[] {
    try {
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
      return keys
        .filter((key) => key.startsWith(`${PREFIX}${prefix}`))
        .flatMap((key) => readKey(key) ?? [])
        .toSorted((a, b) => b.writtenAt - a.writtenAt)
    } catch {
      return []
    }
  }

  const list = (prefix: DraftSlot | 'edit', owner: string | null) =>
    all(`${prefix}/`).filter((draft) => draft.owner === null || draft.owner === owner)

  function write(draft: Draft): boolean {
    dropped.delete(draft.token)
    try {
      storage?.setItem(keyOf(draft), JSON.stringify(draft))
    } catch {
      return false
    }
    listeners.notify()
    return storage !== undefined
  }

  function remove(draft: Pick<Draft, 'slot' | 'token'>): void {
    dropped.add(draft.token)
    try {
      storage?.removeItem(keyOf(draft))
    } catch {}
    listeners.notify()
  }

  return {
    list,
    remove,
    ofOwner: (owner: string) => all().filter((draft) => draft.owner === owner),
    tokens: () => new Set(all().map(({ token }) => token)),
    /** Puts back what a browser that was killed had not written to its disk, and removes what was submitted. */
    recover(stored: readonly Draft[], isSubmitted: (token: string) => boolean) {
      for (const draft of all()) if (isSubmitted(draft.token)) remove(draft)
      for (const draft of stored) {
        const known = readKey(keyOf(draft))
        if (dropped.has(draft.token)) continue
        if (known === undefined || known.edits < draft.edits) write(draft)
      }
    },
    /** To changes of this page; other tabs' are `storage` events. */
    subscribe: listeners.subscribe,

    open(slot: DraftSlot, { owner, which }: { owner: string | null; which?: WhichDraft | undefined }) {
      const restored =
        which === 'none'
          ? undefined
          : list(slot, owner).find(({ token }) => which === undefined || token === which.token)
      const writer = restored?.owner ?? owner
      let token = restored?.token ?? newToken()
      let version = restored?.version
      const stored = () => readKey(keyOf({ slot, token }))

      return {
        restored,
        owner: writer,
        token: () => token,
        /** As it was last written; undefined where it is not stored. */
        stored,
        /** Returns whether it is stored. Where another tab has changed, sent or dropped it, this text becomes a draft of its own. */
        write(content: unknown, hasPhoto: boolean) {
          if (stored()?.version !== version) token = newToken()
          const edits = (stored()?.edits ?? 0) + 1
          const next = newToken()
          const draft = {
            slot,
            token,
            content,
            hasPhoto,
            owner: writer,
            writtenAt: clock.now(),
            edits,
            version: next,
          }
          const isStored = write(draft)
          version = isStored ? next : stored()?.version
          return isStored
        },
        /**
         * The token to submit it under. Where another tab has changed the text since, it is another one: the same for all tabs that
         * show this version, so that it is one submission, whichever of them submits it.
         */
        claim() {
          const found = stored()
          if (found !== undefined && found.version !== version) {
            token = version ?? newToken()
            version = undefined
          }
          return token
        },
        /** The next text is another submission. */
        renew() {
          token = newToken()
          version = undefined
        },
        /** Unless another tab has changed it since: returns whether it is dropped. */
        drop() {
          const isOwn = stored()?.version === version
          if (isOwn) remove({ slot, token })
          version = undefined
          return isOwn
        },
      }
    },
  }
}

let drafts: Drafts | undefined

export function pageDrafts(): Drafts {
  drafts ??= createDrafts({ storage: pageStorage(), clock: systemClock, newId })
  return drafts
}
