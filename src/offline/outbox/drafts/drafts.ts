import * as z from 'zod/mini'
import type { Clock } from '@/offline/platform/deferred'
import { isQuotaError } from '@/offline/platform/indexed-db'
import type { Locks } from '@/offline/platform/locks'
import type { OutboxDatabase, Shared } from '@/offline/outbox/database'
import { isSameText } from '@/offline/outbox/entry'
import type { OutboxContent, OutboxPhoto, OutboxEntry } from '@/offline/outbox/entry'
import { readPhoto } from '@/offline/outbox/read-entry'
import type { KeyValueStorage } from '@/offline/session/stored-session'

export class AlreadySubmitted extends Error {
  override name = 'AlreadySubmitted'
}

export interface Draft extends KnownDraft {
  /** The form's own content, which the form reads through a schema of its own. */
  content: unknown
  photo: OutboxPhoto | undefined
  /** It had a photo, whether or not there was room for its bytes. */
  hadPhoto: boolean
  /** The account that writes it; of a visitor's the one that writes on in it. Another account never sees it. */
  owner?: string | null | undefined
}

export interface StoredDraft extends Draft {
  /** Epoch milliseconds. */
  writtenAt: number
  /** A page has left it, and the database has not got it yet. */
  isLeft?: true
}

export type DraftStore = ReturnType<typeof createDraftStore>

type SharedAt = Shared & { createdAt: number }

const SHARED = 'shared'

/** A draft that another tab has changed since stays. One that is not there is deleted too, so that live queries learn of it. */
export async function removeDraft(drafts: OutboxDatabase['drafts'], draft: KnownDraft): Promise<void> {
  const id = draftId(draft.key)
  const row = await drafts.get(id)
  if (row === undefined || row['revision'] === draft.revision) await drafts.delete(id)
}

export function createDraftStore(
  {
    drafts,
    entries,
    transaction,
    unwritten,
  }: Pick<OutboxDatabase, 'drafts' | 'entries'> & {
    transaction: <T>(work: () => Promise<T>) => Promise<T>
    unwritten?: UnwrittenDrafts | undefined
  },
  {
    clock,
    locks,
    newId,
    owner,
  }: { clock: Clock; locks: Pick<Locks, 'request'>; newId: () => string; owner: () => string | null },
) {
  async function put(draft: Draft): Promise<Draft> {
    return write({ ...draft, owner: draft.owner ?? owner() })
  }

  /** Without the photo where there is no room for it: the text is worth more, and a photo can be chosen again. */
  const withPhotoIfRoom = <T>(draft: Draft, work: (draft: Draft) => Promise<T>): Promise<T> =>
    transaction(() => work(draft)).catch((error: unknown) => {
      if (!isQuotaError(error) || draft.photo === undefined) throw error
      return transaction(() => work({ ...draft, photo: undefined }))
    })

  async function write(draft: Draft, writtenAt = clock.now()): Promise<Draft> {
    const own = await ownVersion(draft)
    const { key, content, photo, hadPhoto } = own
    const stored = { key, content, photo, hadPhoto, revision: own.revision + 1, owner: own.owner }
    await drafts.put({ id: draftId(key), ...stored, keptAt: writtenAt })
    return stored
  }

  /** Writes what a page that has ended had not written; beside what another tab has written since it is a draft of its own. */
  async function writeLeft(draft: UnwrittenDraft): Promise<void> {
    const row = await drafts.get(draftId(draft.key))
    if (row !== undefined && isSameText(row['content'], draft.content)) return
    const isOwn = isItsOwn(draft, row?.['revision'], row?.['content'])
    const photo = draft.hadPhoto && isOwn ? readPhoto(row?.['photo']) : undefined
    const revision = isOwn && row !== undefined ? Number(row['revision']) : draft.revision
    await write({ ...draft, photo, revision }, draft.leftAt)
  }

  /** Writes what pages left unwritten, one page at a time. Rejects where there is no room. A live query must not call it. */
  async function recover(): Promise<void> {
    if (unwritten === undefined || unwritten.list().length === 0) return
    await locks.request('unwritten-drafts', async () => {
      for (const draft of unwritten.list()) {
        await transaction(() => writeLeft(draft))
        unwritten.remove(draft)
      }
    })
  }

  /** A draft that the database has no room for is offered in place of what it has of the same draft. */
  function withLeft(slot: DraftSlot, stored: readonly StoredDraft[]): StoredDraft[] {
    const left = (unwritten?.list() ?? []).filter((draft) => draft.key.slot === slot && mayBeSeen(draft))
    const isLeft = ({ key }: StoredDraft) => left.some((draft) => draft.key.token === key.token)
    const offered = left.map((draft): StoredDraft => {
      const row = stored.find(({ key }) => key.token === draft.key.token)
      if (row !== undefined && !isItsOwn(draft, row.revision, row.content)) return row
      const { key, content, hadPhoto, owner: writer, leftAt: writtenAt } = draft
      const photo = hadPhoto ? row?.photo : undefined
      const revision = row?.revision ?? draft.revision
      return { key, content, hadPhoto, photo, revision, owner: writer, writtenAt, isLeft: true }
    })
    return [...stored.filter((row) => !isLeft(row)), ...offered]
  }

  async function read(slot: DraftSlot): Promise<StoredDraft[]> {
    const rows = await drafts.where('id').startsWith(`${slot}/`).toArray()
    return rows
      .filter((row) => mayBeSeen(row))
      .map((row) => ({
        key: { slot, token: row.id.slice(slot.length + 1) },
        content: row['content'],
        photo: readPhoto(row['photo']),
        hadPhoto: row['hadPhoto'] === true,
        revision: Number(row['revision']),
        owner: ownerOf(row),
        writtenAt: Number(row['keptAt']),
      }))
  }

  async function ownVersion(draft: Draft): Promise<Draft> {
    const [row, entry] = await Promise.all([drafts.get(draftId(draft.key)), entries.get(draft.key.token)])
    const isKnown = row === undefined ? draft.revision === 0 : row['revision'] === draft.revision
    return isKnown && entry === undefined ? draft : underNewToken(draft)
  }

  async function claim(draft: Draft): Promise<Draft> {
    const { token } = draft.key
    if ((await entries.get(token)) !== undefined) throw new AlreadySubmitted(token)
    const row = await drafts.get(draftId(draft.key))
    if (row === undefined || row['revision'] === draft.revision) return draft
    return { ...draft, key: { ...draft.key, token: tokenOfRevision(draft) } }
  }

  const mayBeSeen = (row: object) => ownerOf(row) === null || ownerOf(row) === owner()
  const underNewToken = (draft: Draft) => ({ ...draft, key: { ...draft.key, token: newId() }, revision: 0 })

  return {
    recover,
    /** The last written first; also those that there is no room for. */
    list: async (slot: DraftSlot) => lastFirst(withLeft(slot, await read(slot))),
    /** The changes to entries of the outbox that were begun and not saved. */
    async listEdits() {
      const ids = await drafts.where('id').startsWith(EDIT_PREFIX).primaryKeys()
      const left = (unwritten?.list() ?? []).map(({ key }) => key.slot)
      const stored = ids.map((id) => id.slice(0, id.lastIndexOf('/')) as DraftSlot)
      const slots = new Set([...stored, ...left.filter((slot) => slot.startsWith(EDIT_PREFIX))])
      const found = await Promise.all([...slots].map(async (slot) => withLeft(slot, await read(slot))))
      return lastFirst(found.flat())
    },
    /** If another tab has changed, submitted or dropped it, what is written here becomes a draft of its own: neither text is lost. */
    put: (draft: Draft) => withPhotoIfRoom(draft, put),
    /** The draft under the token that it may be submitted with. Throws `AlreadySubmitted`. */
    claim: (draft: Draft) => transaction(() => claim(draft)),
    async isSubmission(token: string, { payload }: OutboxContent) {
      // The record may be anything: a damaged one is not the same text.
      const entry = (await entries.get(token)) as { payload?: unknown } | null | undefined
      return isSameText(entry?.payload, payload)
    },
    /** Unless another tab has changed it since. */
    async remove(draft: KnownDraft & Pick<StoredDraft, 'content' | 'isLeft'>) {
      if (draft.isLeft) unwritten?.remove(draft)
      await transaction(() => removeDraft(drafts, draft))
    },
    async storeShared(shared: Shared) {
      await drafts.put({ ...shared, id: SHARED, createdAt: clock.now() })
    },
    async shared() {
      const row = (await drafts.get(SHARED)) as Partial<SharedAt> | undefined
      return (
        row && {
          title: row.title ?? '',
          text: row.text ?? '',
          url: row.url ?? '',
          photo: row.photo,
          createdAt: row.createdAt ?? 0,
        }
      )
    },
    /** Deletes what was shared at that time, in one transaction with the draft that it has become. A later share stays. */
    async settleShared({ createdAt }: Pick<SharedAt, 'createdAt'>, draft: Draft | undefined) {
      const settle = async (own?: Draft) => {
        const row = await drafts.get(SHARED)
        if ((row?.['createdAt'] ?? 0) === createdAt) await drafts.delete(SHARED)
        if (own !== undefined) await put(own)
      }
      await (draft === undefined ? transaction(() => settle()) : withPhotoIfRoom(draft, settle))
    },
  }
}

function ownerOf(row: object): string | null {
  return 'owner' in row && typeof row.owner === 'string' ? row.owner : null
}

/** The same for every tab that shows this revision: it is one submission, whichever of them submits it. */
function tokenOfRevision({ key: { token }, revision }: KnownDraft): string {
  const first = (Number.parseInt(token.slice(0, 8), 16) + revision + 1) % 2 ** 32
  return first.toString(16).padStart(8, '0') + token.slice(8)
}

function lastFirst(drafts: readonly StoredDraft[]): StoredDraft[] {
  return drafts.toSorted((a, b) => b.writtenAt - a.writtenAt)
}

/** The form that it belongs to; `manage`: an organiser's own event, `staff`: the back office. */
export type DraftSlot =
  | 'event/new'
  | 'message/new'
  | `edit/${string}`
  | `manage/${string}`
  | 'staff/new'
  | `staff/copy/${string}`
  | `staff/edit/${string}`

/** The token becomes the entry's id, which is the Idempotency-Key: the same draft is never two submissions. */
export interface DraftKey {
  slot: DraftSlot
  token: string
}

export interface KnownDraft {
  key: DraftKey
  /** Counts the writes: a writer with another revision than the stored one has not seen the last (optimistic locking). */
  revision: number
}

export const draftId = ({ slot, token }: DraftKey) => `${slot}/${token}`

const EDIT_PREFIX = 'edit/'

export function editedEntryOf({ key }: KnownDraft): string {
  return key.slot.slice(EDIT_PREFIX.length)
}

export interface SubmitOptions {
  replaces?: Replaced | undefined
}

export interface Replaced {
  id: string
  opened: string
}

export interface StoreOptions {
  dropsDraft: KnownDraft
  owner: string | null | undefined
  opened?: string | undefined
}

export interface SubmissionStore {
  enqueue(content: OutboxContent, photo: OutboxPhoto | undefined, options: StoreOptions): Promise<OutboxEntry>
  replace(
    id: string,
    content: OutboxContent,
    photo: OutboxPhoto | undefined,
    options: StoreOptions,
  ): Promise<OutboxEntry>
}

export interface UnwrittenDraft extends KnownDraft {
  content: unknown
  underWay?: unknown
  /** The photo is what the database has of it. */
  hadPhoto: boolean
  owner: string | null
  /** Epoch milliseconds. */
  leftAt: number
}

export type LeftText = Pick<UnwrittenDraft, 'key' | 'content'>

export interface ListedStorage extends KeyValueStorage {
  readonly length: number
  key(index: number): string | null
}

/** Text that a page which may end leaves in `localStorage`, written when the call returns. The next page moves it to the database. */
export type UnwrittenDrafts = ReturnType<typeof createUnwrittenDrafts>

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

export function createUnwrittenDrafts(storage: ListedStorage, clock: Clock) {
  function read(key: string): UnwrittenDraft | undefined {
    try {
      return storedSchema.safeParse(JSON.parse(storage.getItem(key) ?? 'null')).data
    } catch {
      return undefined
    }
  }
  return {
    add(draft: Omit<UnwrittenDraft, 'leftAt'>) {
      try {
        storage.setItem(storageKey(draft.key), JSON.stringify({ ...draft, leftAt: clock.now() }))
        return true
      } catch {
        return false
      }
    },
    /** Unless another page has left something else there since. */
    remove({ key, content }: LeftText) {
      try {
        const found = read(storageKey(key))
        if (found === undefined || isSameText(found.content, content)) storage.removeItem(storageKey(key))
      } catch {}
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
function isItsOwn(draft: UnwrittenDraft, revision: unknown, content: unknown): boolean {
  return revision === draft.revision || isSameText(content, draft.underWay)
}
