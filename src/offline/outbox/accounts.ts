import type { EntryStore } from './entry-store'
import type { OutboxDatabase } from '@/offline/outbox/database'
import { draftId } from '@/offline/outbox/drafts/drafts'
import type { DraftStore } from './drafts/drafts'
import { mayHaveArrived } from './drafts/edit-entry'
import { isBeingSent } from './entry-state'
import { isReadable, isUnsent, type OutboxEntry, type OutboxItem } from './entry'
import type { UnwrittenDrafts } from '@/offline/outbox/drafts/drafts'

export interface Unsent {
  entries: number
  drafts: number
  /** An attempt was made and its response never came: deleting it here may not take it back. */
  mayHaveArrived: boolean
}

/** The account that an entry was written under, as far as a damaged record says it; null for a visitor. */
export function writerOf(item: OutboxItem): string | null {
  if (isReadable(item)) return item.writtenBy ?? item.owner
  const { writtenBy, owner } = (item.record ?? {}) as { writtenBy?: unknown; owner?: unknown }
  return [writtenBy, owner].find((id) => typeof id === 'string') ?? null
}

export function isVisibleTo(item: OutboxItem, userId: string | null): boolean {
  const writer = writerOf(item)
  return writer === null || writer === userId
}

export function createAccountContent(
  store: Pick<EntryStore, 'all' | 'removeAll' | 'rewrite' | 'transaction'>,
  { drafts }: Pick<OutboxDatabase, 'drafts'>,
  {
    recover,
    unwritten,
    now,
    onDetached,
  }: Pick<DraftStore, 'recover'> & {
    unwritten: UnwrittenDrafts | undefined
    now: () => number
    onDetached: (() => void) | undefined
  },
) {
  const draftsOf = (ownerId: string) => drafts.filter((row) => row['owner'] === ownerId)
  /** These texts a full device keeps beside the database, which has no row of them or an older one. */
  const leftOf = (ownerId: string) => (unwritten?.list() ?? []).filter(({ owner }) => owner === ownerId)

  return {
    async unsentOf(ownerId: string) {
      const entries = (await store.all()).filter((item) => isUnsent(item) && writerOf(item) === ownerId)
      return {
        entries: entries.length,
        drafts: new Set([
          ...(await draftsOf(ownerId).primaryKeys()),
          ...leftOf(ownerId).map(({ key }) => draftId(key)),
        ]).size,
        mayHaveArrived: entries.some(mayHaveArrived),
      }
    },
    async removeOf(ownerId: string) {
      // A full device takes none of them.
      await recover().catch(() => leftOf(ownerId).forEach((draft) => unwritten?.remove(draft)))
      return store.transaction(async () => {
        await draftsOf(ownerId).delete()
        return store.removeAll((item) => writerOf(item) === ownerId)
      })
    },
    removeReceiptsExcept: (ownerId: string | null) =>
      store.removeAll((item) => !isUnsent(item) && !isVisibleTo(item, ownerId)),
    /** Sends it as a visitor's; what it says stays hidden from others. False while it is being sent. */
    async detachAccount(id: string) {
      const detached = await store.rewrite(id, (entry) =>
        isBeingSent(entry, now()) ? undefined : withoutOwner(entry),
      )
      if (detached !== undefined) onDetached?.()
      return detached !== undefined
    },
  }
}

/** The key stays: if an attempt under the account did arrive, the server says so instead of storing it twice. */
function withoutOwner(entry: OutboxEntry): OutboxEntry | undefined {
  if (entry.state === 'sent' || entry.owner === null) return undefined
  const writtenBy = entry.owner
  return { ...entry, owner: null, writtenBy, state: 'queued', nextAttemptAt: 0, leaseUntil: 0 }
}
