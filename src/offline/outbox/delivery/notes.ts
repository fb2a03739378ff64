import { unlessFull } from '@/offline/platform/indexed-db'
import { writtenText } from '../drafts/edit-entry'
import { isReadable, type OutboxEntry, type OutboxItem } from '../entry'
import type { EntryStore } from '../entry-store'
import { isSameText } from '../same-text'

/** `isFull`: the device has no room to store it. */
type Decide = (entry: OutboxEntry, isFull: boolean) => OutboxEntry | undefined

/**
 * The entries as their sender knows them. A full device sends all the same: what it has no room to note, its sender remembers for as long
 * as the row stays as it was. Should the sender be killed, the same key gets the first response.
 */
export interface Notes {
  all(): Promise<OutboxItem[]>
  /** As of the store, and on a full device too. */
  change(id: string, decide: Decide, write?: EntryStore['change']): Promise<OutboxEntry | undefined>
  changeFirst(decide: Decide): Promise<OutboxEntry | undefined>
  /** Stores what is only remembered, where there is room again. */
  store(): Promise<void>
}

export function createNotes(store: EntryStore): Notes {
  const remembered = new Map<string, { row: OutboxEntry; now: OutboxEntry }>()

  /** What a person or another sender has done since counts more. */
  function known(row: OutboxEntry): OutboxEntry {
    const found = remembered.get(row.id)
    if (found === undefined) return row
    if (writtenText(row) === writtenText(found.row) && isSameText(row, found.row)) return found.now
    remembered.delete(row.id)
    return row
  }

  /** Decides for the first of the items that it takes. */
  async function note(
    decide: Decide,
    write: (decide: (row: OutboxEntry) => OutboxEntry | undefined) => Promise<OutboxEntry | undefined>,
    items: () => Promise<readonly (OutboxItem | undefined)[]>,
  ): Promise<OutboxEntry | undefined> {
    const noted = await unlessFull(write((row) => decide(known(row), false)))
    if (noted !== 'full') {
      if (noted !== undefined) remembered.delete(noted.id)
      return noted
    }
    for (const row of await items()) {
      if (row === undefined || !isReadable(row)) continue
      const now = decide(known(row), true)
      if (now === undefined) continue
      remembered.set(row.id, { row, now })
      return now
    }
    return undefined
  }

  const change: Notes['change'] = (id, decide, write = store.change) =>
    note(
      decide,
      (decideRow) => write(id, decideRow),
      async () => [await store.get(id)],
    )

  return {
    all: async () => (await store.all()).map((item) => (isReadable(item) ? known(item) : item)),
    change,
    changeFirst: (decide) => note(decide, store.changeFirst, store.all),
    async store() {
      for (const id of remembered.keys()) await change(id, (now) => (remembered.has(id) ? now : undefined))
    },
  }
}
