import { and, eq, gt, sql } from 'drizzle-orm'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { nowSeconds, type Clock } from '@/server/platform/process/clock'
import { changePosition } from './change-log'
import {
  readStoredEvents,
  readStoredOrganisers,
  type StoredEvent,
  type StoredOrganiser,
  type StoredTag,
} from './stored-events'
import type { Database, Queryable } from '../client'
import { events, tags } from '../schema'

/** A calendar that is subscribed to goes thirty days back. */
const PAST_SECONDS = 31 * SECONDS_PER_DAY
/** A village has some thousand; so many take a second to load, and 60 MB. */
export const MAX_DATES = 50_000
/**
 * A replica can catch up on so many changes. Further back the whole programme is less work, because it is made once for all who
 * ask for it.
 */
export const MAX_CHANGES_BEHIND = 1000
/** Everything is read anew after so long, so that what is over does not stay for ever. */
const RELOAD_SECONDS = SECONDS_PER_DAY

type Position = Awaited<ReturnType<typeof changePosition>>

/** The published programme as of one change. It never changes: a refresh makes another. */
export interface Programme {
  position: Position
  /** The published events that are not over, or have not been for long. */
  events: ReadonlyMap<string, StoredEvent>
  /** Events that went out of the programme, by id, with the number of that change; of the last thousand changes all. */
  gone: ReadonlyMap<string, number>
  tags: readonly StoredTag[]
  /** Those that are shown, by slug. */
  organisers: ReadonlyMap<string, StoredOrganiser>
}

export class TooManyDatesError extends Error {}

export type ProgrammeInMemory = ReturnType<typeof createProgramme>

/**
 * Every server has the published programme in memory as a device has its replica, and answers from there whatever visitors read: lists, feeds,
 * the sitemap, pages of events, places and organisers. It follows the change numbers of the database.
 */
export function createProgramme(db: Database, clock: Clock) {
  let programme: Programme | undefined
  let loadedAt = 0
  /** Counts the writes that this server knows of, and says which of them the programme shows. */
  let writes = 1
  let shown = 0
  let reading: Promise<void> | undefined

  /** Reads what has changed. Callers share it, but for those whose write it may have begun before. */
  async function refresh(): Promise<void> {
    const wanted = writes
    reading ??= read().finally(() => (reading = undefined))
    await reading
    if (shown < wanted) await refresh()
  }

  async function read(): Promise<void> {
    const known = writes
    const now = nowSeconds(clock)
    const before = Math.abs(now - loadedAt) > RELOAD_SECONDS ? undefined : programme
    const found = await db.transaction((tx) => readProgramme(tx, before, now - PAST_SECONDS), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })
    if (found.isWhole) loadedAt = now
    programme = found.programme
    shown = known
  }

  return {
    /** Call after the commit of a write, and when another server says that it wrote: the next read shows it. */
    expire: () => void (writes += 1),
    /** Asks the database only after a write. Throws where it cannot be read then: what was taken down must not be shown. */
    async current(): Promise<Programme> {
      if (programme === undefined || shown < writes) await refresh()
      if (programme === undefined) throw new Error('the programme was not read')
      return programme
    },
    refresh,
  }
}

/** Throws TooManyDatesError. */
async function readProgramme(
  tx: Queryable,
  known: Programme | undefined,
  since: number,
): Promise<{ programme: Programme; isWhole: boolean }> {
  const position = await changePosition(tx)
  const before = known !== undefined && follows(known.position, position) ? known : undefined
  const after = before?.position.value ?? -1
  const isLater = after < position.value
  const changed = isLater ? await readPublished(tx, after, since) : []
  const goneAfter = before ? after : position.value - MAX_CHANGES_BEHIND
  const gone = isLater ? await readGone(tx, goneAfter, since) : []
  const remaining = new Map(before?.events)
  const goneAt = new Map(before?.gone)
  for (const { id, change_seq } of gone) {
    remaining.delete(id)
    goneAt.set(id, change_seq)
  }
  for (const event of changed) {
    remaining.set(event.id, event)
    goneAt.delete(event.id)
  }
  if (before === undefined) assertBounded([...remaining.values()])
  const organisers = await readStoredOrganisers(tx)
  return {
    programme: {
      position,
      events: remaining,
      gone: goneAt,
      tags: await tx.select(TAG).from(tags),
      organisers: new Map(organisers.map((one) => [one.slug, one])),
    },
    isWhole: before === undefined,
  }
}

const TAG = { id: tags.id, key: tags.key, name: tags.name, names: tags.names, merged_keys: tags.mergedKeys }

/** True if all changes from one position to the other can still be read. */
function follows(from: Position, to: Position): boolean {
  return from.lineage === to.lineage && from.value <= to.value && from.value >= to.oldest
}

const isOnSince = (since: number) => sql`exists (
  select 1 from schedules s where s.event_id = ${events.id} and s.end_at > to_timestamp(${since}::float8))`

function readPublished(tx: Queryable, after: number, since: number): Promise<StoredEvent[]> {
  const isChanged = gt(events.changeSeq, after)
  return readStoredEvents(tx, and(eq(events.status, 'PUBLISHED'), isChanged, isOnSince(since)), since)
}

/** The events that changed since and are not to be shown any more: unpublished, over, or deleted. */
async function readGone(tx: Queryable, after: number, since: number) {
  const { rows } = await tx.execute<{ id: string; change_seq: number }>(sql`
    select id, change_seq::float8 from events
    where change_seq > ${after} and (status <> 'PUBLISHED' or not ${isOnSince(since)})
    union all
    select event_id, change_seq::float8 from removed_events where change_seq > ${after}`)
  return rows
}

function assertBounded(loaded: readonly StoredEvent[]): void {
  const count = loaded.reduce((sum, { schedules }) => sum + schedules.length, 0)
  if (count <= MAX_DATES) return
  throw new TooManyDatesError(
    `The published programme has ${count} dates from a month ago on; a server holds at most ${MAX_DATES} in memory. Unpublish or delete what is not real.`,
  )
}

/** An upcoming event is on now or will be. */
export function isUpcoming({ schedules }: StoredEvent, now: number): boolean {
  return schedules.some(({ end_time }) => end_time > now)
}
