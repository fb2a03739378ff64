import { expect } from 'vitest'
import { inArray, like } from 'drizzle-orm'
import { openOutboxDatabase } from '@/offline/outbox/database'
import type { OutboxContent, OutboxEntry, OutboxItem } from '@/offline/outbox/entry'
import { contactForms, events, idempotencyKeys } from '@/server/platform/database/schema'
import type { TestApp } from '@tests/support/server/app'
import type { Phone } from '@tests/support/offline/offline-phone'

/** The facts that must hold for each entry, whatever happened to it. */
interface Written {
  key: string
  owner: string | null
  /** Everyone it was written under. */
  owners: Set<string | null>
  /** Every text that was ever under this key. */
  texts: Set<string>
  isDiscarded: boolean
  /** It was discarded before any attempt to send it had begun. */
  isNeverToArrive: boolean
}

/** The model: what was written on the phone. It checks the promises of docs/offline.md on phone and server. */
export function createModel(phone: Phone, app: TestApp, prefix: string) {
  const written = new Map<string, Written>()
  const seenSent = new Set<string>()
  /** Contents of forms that are known to be stored. */
  const drafted = new Set<string>()
  const raw = openOutboxDatabase(phone.database)
  const onPhone = async () => (await raw.entries.toArray()) as OutboxEntry[]

  async function draftsOnPhone(): Promise<string[]> {
    const rows = await raw.drafts.where('id').startsWith('event/new/').toArray()
    return rows.map(({ content }) => textOf(content as OutboxContent))
  }

  function note(entry: OutboxEntry): void {
    const known = written.get(entry.id)
    const texts = new Set([...(known?.texts ?? []), textOf(entry)])
    written.set(entry.id, {
      key: entry.id,
      owner: entry.owner,
      // A draft that two tabs show keeps its key: discarded under one account, it may be submitted under another.
      owners: new Set([...(known?.owners ?? []), entry.owner]),
      texts,
      isDiscarded: false,
      isNeverToArrive: false,
    })
  }

  function noteDraft(content: OutboxContent): void {
    drafted.add(textOf(content))
  }

  function noteDraftGone(content: OutboxContent): void {
    drafted.delete(textOf(content))
  }

  /** The half-written forms of an account. */
  async function draftsOf(owner: string): Promise<OutboxContent[]> {
    const rows = await raw.drafts.where('id').startsWith('event/new/').toArray()
    return rows.filter((row) => row['owner'] === owner).map(({ content }) => content as OutboxContent)
  }

  /** Receipts that were deleted: what they say has arrived. */
  function noteReceiptsGone(entries: readonly OutboxItem[]): void {
    for (const { id } of entries) seenSent.add(id)
  }

  function noteDiscarded(entry: OutboxEntry): void {
    const known = written.get(entry.id)
    if (known === undefined) throw new Error(`Never written: ${entry.id}`)
    known.isDiscarded = true
    known.isNeverToArrive = entry.state !== 'sending' && entry.state !== 'sent' && entry.attempts === 0
  }

  /** The walk checks this after each step. */
  async function check(waiting: () => Promise<number>): Promise<void> {
    // A sender may be at work while we look: the shown count is between what is stored before and after.
    const before = countUnsent(await onPhone())
    const shown = await waiting()
    const entries = await onPhone()
    const after = countUnsent(entries)
    expect(shown, 'the shown count').toBeGreaterThanOrEqual(Math.min(before, after))
    expect(shown, 'the shown count').toBeLessThanOrEqual(Math.max(before, after))
    for (const entry of entries) if (entry.state === 'sent') seenSent.add(entry.id)
    const here = new Set(entries.map(({ id }) => id))
    const lost = [...written.values()].filter(
      ({ key, isDiscarded }) => !isDiscarded && !here.has(key) && !seenSent.has(key),
    )
    expect(lost, 'lost').toEqual([])
    const stored = new Set(await draftsOnPhone())
    const submitted = new Set([...written.values()].flatMap(({ texts }) => [...texts]))
    const lostDrafts = [...drafted].filter((text) => !stored.has(text) && !submitted.has(text))
    expect(lostDrafts, 'half-written and lost').toEqual([])
    expect(phone.mostSenders(), 'senders at a time').toBeLessThanOrEqual(1)
  }

  /** When the network has been in order for long enough and every owner has been signed in. */
  async function checkEnd(): Promise<void> {
    const entries = new Map((await onPhone()).map((entry) => [entry.id, entry]))
    const keys = [...written.keys()]
    const responses = await app.db.select().from(idempotencyKeys).where(inArray(idempotencyKeys.key, keys))
    const rowOf = new Map(responses.map(({ key, response }) => [key, (response as { id: string }).id]))
    // What an organiser says is a part of an event, and no row of its own.
    const managed = new Set(responses.filter(({ endpoint }) => isManaged(endpoint)).map(({ key }) => key))
    const rows = new Map((await storedRows(app, prefix)).map((row) => [row.id, row]))

    for (const { key, owner, owners, texts, isDiscarded, isNeverToArrive } of written.values()) {
      const entry = entries.get(key)
      const arrivedAs = rowOf.get(key)
      const row = rows.get(arrivedAs ?? '')
      const about = `${key} (${[...texts].join(', ')}; ${entry?.state}, ${entry?.lastError?.code}, of ${owner}, ${entry?.attempts} attempts, next at ${entry?.nextAttemptAt})`
      if (!managed.has(key)) expect(row?.id, `the response is not of a row: ${about}`).toBe(arrivedAs)
      if (isNeverToArrive) expect(arrivedAs, `was discarded, arrived: ${about}`).toBeUndefined()
      if (!isDiscarded) {
        const mayWait = entry?.state === 'needs-attention'
        expect(arrivedAs !== undefined || mayWait, `neither arrived nor visible: ${about}`).toBe(true)
        expect(entry === undefined || entry.state === 'sent' || mayWait, `not settled: ${about}`).toBe(true)
      }
      if (entry?.state === 'sent') expect(entry.receipt?.id, about).toBe(arrivedAs)
      if (row !== undefined) {
        if (entry?.state === 'sent')
          expect(row.text, `shown as sent, but another text arrived: ${about}`).toBe(textOf(entry))
        expect(texts, about).toContain(row.text)
        if (row.owner !== undefined) expect(owners, `under another account: ${about}`).toContain(row.owner)
        rows.delete(row.id)
      }
    }
    expect([...rows.values()], 'arrived twice').toEqual([])
    // No two things that were written have the same text: a text that arrived twice was a draft of what had been submitted.
    const texts = (await storedRows(app, prefix)).map(({ text }) => text)
    expect(
      texts.filter((text, index) => texts.indexOf(text) !== index),
      'the same text arrived twice',
    ).toEqual([])
  }

  return {
    note,
    noteDraft,
    noteDraftGone,
    noteDiscarded,
    noteReceiptsGone,
    draftsOf,
    check,
    checkEnd,
    onPhone,
    /** The keys of all that was written, in that order. */
    keys: () => [...written.keys()],
    close: () => raw.close(),
  }
}

function countUnsent(entries: readonly OutboxEntry[]): number {
  return entries.filter(({ state }) => state !== 'sent').length
}

export function textOf({ kind, payload }: OutboxContent): string {
  if (kind === 'submitEvent') return payload.title
  if (kind === 'sendSupportMessage') return payload.message
  return kind === 'updateManagedEvent' ? payload.change.title : `${payload.said.state}`
}

function isManaged(kind: string): boolean {
  return kind === 'setManagedState' || kind === 'updateManagedEvent'
}

interface StoredRow {
  id: string
  text: string
  /** Messages have no owner. */
  owner: string | null | undefined
}

async function storedRows(app: TestApp, prefix: string): Promise<StoredRow[]> {
  const stored = await app.db
    .select()
    .from(events)
    .where(like(events.title, `${prefix}%`))
  const messages = await app.db
    .select()
    .from(contactForms)
    .where(like(contactForms.message, `${prefix}%`))
  return [
    ...stored.map(({ id, title, userId }) => ({ id, text: title, owner: userId })),
    ...messages.map(({ id, message }) => ({ id, text: message, owner: undefined })),
  ]
}
