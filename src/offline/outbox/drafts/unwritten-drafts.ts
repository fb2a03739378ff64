import * as z from 'zod/mini'
import type { KeyValueStorage } from '@/offline/session/session-store'
import { isSameText } from '@/offline/outbox/entry'
import type { Clock } from '@/offline/platform/deferred'
import { draftId, type DraftKey, type DraftSlot, type KnownDraft } from './drafts'

/** The text of a draft that its page had not written to the database by the time that it ended. */
export interface UnwrittenDraft extends KnownDraft {
  content: unknown
  /** The text of the write that was under way, which may have arrived. */
  underWay?: unknown
  /** The photo is what the database has of it. */
  hadPhoto: boolean
  owner: string | null
  /** Epoch milliseconds. */
  leftAt: number
}

/** The text as a page has left it, or has found it there. */
export type LeftText = Pick<UnwrittenDraft, 'key' | 'content'>

/** A page's `localStorage`, whose keys can be listed. */
export interface ListedStorage extends KeyValueStorage {
  readonly length: number
  key(index: number): string | null
}

/**
 * A write to IndexedDB needs the page to live on, and room; one to `localStorage` is done when it returns, and has room of its own. So a
 * page that may end, or whose write has failed, leaves its text here, and the next page of this browser moves it to the database.
 */
export interface UnwrittenDrafts {
  /** Whether it is stored: not where this storage is refused or full, too. */
  add(draft: Omit<UnwrittenDraft, 'leftAt'>): boolean
  /** Unless another page has left something else there since. */
  remove(draft: LeftText): void
  list(): UnwrittenDraft[]
}

/** Each draft has a key of its own, so that two pages that end together write nothing over each other's. */
export const UNWRITTEN_DRAFT_PREFIX = 'ericeira-unwritten-draft/'

const storedSchema = z.object({
  key: z.object({ slot: z.custom<DraftSlot>((slot) => typeof slot === 'string'), token: z.string() }),
  revision: z.number(),
  content: z.unknown(),
  underWay: z.optional(z.unknown()),
  hadPhoto: z.boolean(),
  owner: z.nullable(z.string()),
  leftAt: z.number(),
})

const storageKey = (key: DraftKey) => `${UNWRITTEN_DRAFT_PREFIX}${draftId(key)}`

export function createUnwrittenDrafts(storage: ListedStorage, clock: Clock): UnwrittenDrafts {
  /** The draft; undefined when it is damaged. */
  function read(key: string): UnwrittenDraft | undefined {
    try {
      return storedSchema.safeParse(JSON.parse(storage.getItem(key) ?? 'null')).data
    } catch {
      return undefined
    }
  }
  return {
    add(draft) {
      try {
        storage.setItem(storageKey(draft.key), JSON.stringify({ ...draft, leftAt: clock.now() }))
        return true
      } catch {
        return false
      }
    },
    remove({ key, content }) {
      try {
        const found = read(storageKey(key))
        if (found === undefined || isSameText(found.content, content)) storage.removeItem(storageKey(key))
      } catch {
        // A storage that is refused has nothing to be removed.
      }
    },
    list() {
      try {
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
        return keys.filter((key) => key.startsWith(UNWRITTEN_DRAFT_PREFIX)).flatMap((key) => read(key) ?? [])
      } catch {
        return []
      }
    },
  }
}

/** Whether the page that left it has read, or written, what the database has of it. */
export function isItsOwn(draft: UnwrittenDraft, revision: unknown, content: unknown): boolean {
  return revision === draft.revision || isSameText(content, draft.underWay)
}
