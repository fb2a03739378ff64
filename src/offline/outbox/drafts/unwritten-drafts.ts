import * as z from 'zod/mini'
import type { KeyValueStorage } from '@/offline/session/stored-session'
import type { DraftKey, DraftSlot, KnownDraft } from './draft-key'

/** The text of a draft that its page had not written to the database by the time that it ended. */
export interface UnwrittenDraft extends KnownDraft {
  content: unknown
  /** The text of the write that was under way, which may have arrived. */
  underWay: unknown
  /** The photo is what the database has of it. */
  hadPhoto: boolean
  owner: string | null
}

/**
 * A write to IndexedDB needs the page to live on; one to `localStorage` is done when it returns. So a page that may end leaves its
 * text here, and the next page of this browser moves it to the database.
 */
export interface UnwrittenDrafts {
  /** Where the storage is refused or full the database's last write is what stays. */
  add(draft: UnwrittenDraft): void
  remove(key: DraftKey): void
  list(): UnwrittenDraft[]
}

export const UNWRITTEN_DRAFTS_KEY = 'ericeira-unwritten-drafts'

const storedSchema = z.array(
  z.object({
    key: z.object({ slot: z.custom<DraftSlot>((slot) => typeof slot === 'string'), token: z.string() }),
    revision: z.number(),
    content: z.unknown(),
    underWay: z.unknown(),
    hadPhoto: z.boolean(),
    owner: z.nullable(z.string()),
  }),
)

export function createUnwrittenDrafts(storage: KeyValueStorage): UnwrittenDrafts {
  const list = (): UnwrittenDraft[] => {
    try {
      return storedSchema.parse(JSON.parse(storage.getItem(UNWRITTEN_DRAFTS_KEY) ?? '[]'))
    } catch {
      return []
    }
  }
  const store = (drafts: readonly UnwrittenDraft[]) => {
    try {
      if (drafts.length === 0) storage.removeItem(UNWRITTEN_DRAFTS_KEY)
      else storage.setItem(UNWRITTEN_DRAFTS_KEY, JSON.stringify(drafts))
    } catch {
      // Then it is as it was without.
    }
  }
  const others = (key: DraftKey) =>
    list().filter((draft) => draft.key.slot !== key.slot || draft.key.token !== key.token)
  return {
    list,
    add: (draft) => store([...others(draft.key), draft]),
    remove: (key) => store(others(key)),
  }
}
