import { and, arrayOverlaps, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { atSeconds, IMPORT_LOCK } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import type { ActivityDetails } from '@/domain/staff/activity'
import type { ImportedEvent } from '@/domain/staff/import'
import type { ProblemCode } from '@/domain/validation/problem'
import { allKeys } from '@/domain/tags/tag'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import type { Actor } from '@/server/platform/database/accounts/activities'
import { nextChange } from '@/server/platform/database/events/change-log'
import { storeEventDays } from '@/server/platform/database/events/stored-schedules'
import { storeSearch } from '@/server/platform/database/events/search-index'
import { eventTags, events, tags } from '@/server/platform/database/schema'
import { currentPlaces } from '@/server/platform/database/events/starting-tags'
import {
  dismissFindings,
  findingsOf,
  rememberPreviewed,
  deleteSource,
  importedOnReview,
  listSources,
  setNightly,
  storeSource,
} from './sources'
import { previewImport } from './preview-import'
import type { SourceAccess } from './preview-import'
import type { SourceSettings } from './sources'
import { CALLED_OFF, insertEvent, storedEvent, updateEvent } from './store-imported'
import type { ImportItem } from './store-imported'

export function importHandlers({ db, responses }: AppDeps, sources: SourceAccess) {
  return {
    previewImport: async ({ body, nowSeconds }) => {
      const previewed = await previewImport(db, body, { ...sources, nowSeconds })
      if ('url' in body.source && !('trouble' in previewed))
        await rememberPreviewed(db, body.source.url, findingsOf(previewed), atSeconds(nowSeconds))
      return previewed
    },

    runImport: async ({ body, currentUser, nowSeconds, locale }) => {
      const outcome = await db.transaction((tx) => runImport(tx, body, { currentUser, nowSeconds, locale }))
      responses.clear()
      return outcome
    },

    listImportSources: async () => ({ items: await listSources(db) }),

    setImportNightly: async ({ params: { id }, body }) => {
      await db.transaction((tx) => setNightly(tx, id, body.is_nightly))
      return {}
    },

    dismissImportFindings: async ({ params: { id }, body }) => {
      await db.transaction((tx) => dismissFindings(tx, id, body.read_at))
      return {}
    },

    listImportedOnReview: async ({ params: { id } }) => ({ event_ids: await importedOnReview(db, id) }),

    deleteImportSource: async ({ params: { id } }) => {
      if (!(await db.transaction((tx) => deleteSource(tx, id)))) throw new ApiError('NOT_FOUND')
      return {}
    },
  } satisfies Partial<Handlers>
}

interface ImportRun {
  source: SourceSettings
  items: readonly ImportItem[]
  /** UIDs of events that the source has cancelled. */
  cancelled?: readonly string[] | undefined
}

interface ImportOutcome {
  created: number
  updated: number
  unchanged: number
  called_off: number
  failed: { uid: string; code: ProblemCode }[]
  changed_meanwhile: string[]
  created_ids: string[]
}

/**
 * Stores chosen rows of a preview. A UID that the source has brought before updates its event, in whatever status that is; a published
 * one goes to all replicas again. What an administrator chose for it stays: tags, photo, contact address, the place where the
 * source has none, and the fields that are to be kept. What somebody has changed
 * since the preview is left alone, and named. Nobody is mailed that it has arrived. Imports run one after the other, so that two at once never double an event.
 */
async function runImport(
  tx: Queryable,
  { source, items, cancelled = [] }: ImportRun,
  { locale, ...actor }: Actor & { locale: string },
): Promise<ImportOutcome> {
  const now = atSeconds(actor.nowSeconds)
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
  const sourceId = await storeSource(tx, source, now)
  // Tags before events before the change counter, as everybody locks them.
  const tagIds = await lockKnownTags(
    tx,
    items.flatMap(({ event }) => event.tag_keys),
  )
  const currentPlace = await currentPlaces(tx)
  const before = await lockImported(tx, sourceId, [...items.map(({ uid }) => uid), ...cancelled])
  const outcome: ImportOutcome = {
    created: 0,
    updated: 0,
    unchanged: 0,
    called_off: 0,
    failed: [],
    changed_meanwhile: [],
    created_ids: [],
  }
  const written: { id: string; label: string }[] = []
  const calledOff: { id: string; label: string; details: ActivityDetails }[] = []
  const published: string[] = []
  const importing = {
    sourceId,
    email: source.defaults.email,
    locale,
    nowSeconds: actor.nowSeconds,
    currentPlace,
  }

  for (const item of new Map(items.map((one) => [one.uid, one])).values()) {
    const { uid, digest, event } = item
    const code = problemOf(event, { tagIds, nowSeconds: actor.nowSeconds })
    const known = before.get(uid)
    if (code !== undefined) outcome.failed.push({ uid, code })
    else if (known?.importDigest === digest) outcome.unchanged += 1
    else if (known === undefined) {
      const id = await insertEvent(tx, item, importing)
      await tx
        .insert(eventTags)
        .values(idsOf(event.tag_keys, tagIds).map((tagId) => ({ eventId: id, tagId })))
      written.push({ id, label: storedEvent(item).title })
      outcome.created_ids.push(id)
      outcome.created += 1
    } else if (known.revision !== item.revision) outcome.changed_meanwhile.push(uid)
    else {
      const title = await updateEvent(tx, known, item, importing)
      written.push({ id: known.id, label: title })
      if (known.status === 'PUBLISHED') published.push(known.id)
      outcome.updated += 1
    }
  }

  for (const uid of new Set(cancelled)) {
    const known = before.get(uid)
    // A state that the team has set stands above its source.
    if (known === undefined || known.state !== null || known.status === 'REJECTED') continue
    await tx
      .update(events)
      .set({
        state: 'cancelled',
        importDigest: CALLED_OFF,
        revision: sql`${events.revision} + 1`,
        updatedAt: now,
      })
      .where(eq(events.id, known.id))
    calledOff.push({ id: known.id, label: known.title, details: { state: 'cancelled' } })
    if (known.status === 'PUBLISHED') published.push(known.id)
    outcome.called_off += 1
  }

  const writtenIds = written.map(({ id }) => id)
  if (writtenIds.length > 0) {
    await storeEventDays(tx, writtenIds)
    await storeSearch(tx, writtenIds)
  }
  if (published.length > 0) {
    await tx
      .update(events)
      .set({ changeSeq: await nextChange(tx) })
      .where(inArray(events.id, published))
  }
  await recordActivity(tx, actor, 'event.imported', written)
  await recordActivity(tx, actor, 'event.state-set', calledOff)
  return outcome
}

/** The ids of tags by each of their keys: one that was merged since the preview is the tag that it was merged into. */
async function lockKnownTags(tx: Queryable, named: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(named)]
  // A run may be of cancellations alone.
  if (keys.length === 0) return new Map()
  const found = await tx
    .select({ id: tags.id, key: tags.key, merged_keys: tags.mergedKeys })
    .from(tags)
    .where(or(inArray(tags.key, keys), arrayOverlaps(tags.mergedKeys, keys)))
    .orderBy(tags.id)
    .for('key share')
  return new Map(found.flatMap((tag) => allKeys(tag).map((key) => [key, tag.id])))
}

async function lockImported(tx: Queryable, sourceId: string, uids: readonly string[]) {
  const found = await tx
    .select()
    .from(events)
    .where(and(eq(events.importSourceId, sourceId), inArray(events.importUid, [...uids])))
    .orderBy(asc(events.id))
    .for('update')
  return new Map(found.map((event) => [event.importUid ?? '', event]))
}

/** The problem that has come up since the preview: a tag is gone, or a time that was coming is wrong now. */
function problemOf(
  { tag_keys, timetable }: ImportedEvent,
  { tagIds, nowSeconds }: { tagIds: ReadonlyMap<string, string>; nowSeconds: number },
): ProblemCode | undefined {
  if (!tag_keys.every((key) => tagIds.has(key))) return 'tag_unknown'
  return timetableProblems(timetable, nowSeconds, { allowPast: true })[0]?.code
}

function idsOf(keys: readonly string[], tagIds: ReadonlyMap<string, string>): string[] {
  return [...new Set(keys.flatMap((key) => tagIds.get(key) ?? []))]
}
