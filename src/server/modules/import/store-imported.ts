import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { ImportCorrection, ImportedEvent, ImportField } from '@/domain/staff/import'
import { storedPrice } from '@/domain/submissions/submission'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { dropStatesWithoutDate } from '@/server/platform/database/events/day-states'
import { contentColumns } from '@/server/platform/database/events/event-content'
import { events, schedules } from '@/server/platform/database/schema'
import { currentPlaces } from '@/server/platform/database/events/starting-tags'
import {
  replaceSchedules,
  materialise,
  scheduleRows,
} from '@/server/platform/database/events/stored-schedules'
import { FACT_NAMES, storedFacts } from '@/domain/events/event-fields'

export interface ImportItem {
  uid: string
  digest: string
  has_place: boolean
  event: ImportedEvent
  correction?: ImportCorrection | undefined
  /** The version of the stored event that the preview has shown. */
  revision?: number | undefined
  keep?: readonly ImportField[] | undefined
}

/** These are the same for all events of a run. */
export interface ImportContext {
  sourceId: string
  email: string
  locale: string
  nowSeconds: number
  currentPlace: Awaited<ReturnType<typeof currentPlaces>>
}

/** Gives the id of the new event, which is on review. */
export async function insertEvent(
  tx: Queryable,
  item: ImportItem,
  { sourceId, email, locale, nowSeconds, currentPlace }: ImportContext,
): Promise<string> {
  const id = randomUUID()
  const event = storedEvent(item)
  const stored = materialise(event.timetable, nowSeconds)
  await tx.insert(events).values({
    id,
    ...contentColumns(event, currentPlace(event)),
    email,
    locale,
    materialisedUntil: stored.until === null ? null : atSeconds(stored.until),
    importSourceId: sourceId,
    importUid: item.uid,
    importDigest: item.digest,
    importValues: item.event,
    createdAt: atSeconds(nowSeconds),
    updatedAt: atSeconds(nowSeconds),
  })
  await tx.insert(schedules).values(scheduleRows(id, stored.schedules))
  return id
}

/** Stored in place of a digest when the import has called the event off. When its source has the event again, it is changed, and on. */
export const CALLED_OFF = 'called-off'

/** Whether it is cancelled here because an import said so; an event that the team has set since has a note, or another state. */
export function isCalledOff({
  importDigest,
  state,
  stateNote,
}: Pick<typeof events.$inferSelect, 'importDigest' | 'state' | 'stateNote'>): boolean {
  return importDigest === CALLED_OFF && state === 'cancelled' && stateNote === null
}

/** Gives the title that it has now. */
export async function updateEvent(
  tx: Queryable,
  known: typeof events.$inferSelect,
  item: ImportItem,
  { nowSeconds, currentPlace }: ImportContext,
): Promise<string> {
  const event = storedEvent(item)
  const isUpdated = (field: ImportField) => item.keep?.includes(field) !== true
  const updated = {
    ...(isUpdated('title') && { title: event.title }),
    ...(isUpdated('description') && { description: event.description }),
    ...(isUpdated('price') && storedPrice(event)),
    ...storedFacts(Object.fromEntries(FACT_NAMES.filter(isUpdated).map((name) => [name, event[name]]))),
    ...(isUpdated('info_url') && { infoUrl: event.info_url || null }),
    ...(isUpdated('location_name') && item.has_place && placeColumns(currentPlace(event))),
    ...(isUpdated('timetable') && {
      timetable: event.timetable,
      materialisedUntil: await replaceSchedules(tx, known, event.timetable, nowSeconds),
    }),
  }
  await tx
    .update(events)
    .set({
      ...updated,
      ...(isCalledOff(known) && { state: null }),
      importDigest: item.digest,
      importValues: item.event,
      revision: sql`${events.revision} + 1`,
      editedRevision: sql`${events.revision} + 1`,
      updatedAt: atSeconds(nowSeconds),
    })
    .where(eq(events.id, known.id))
  if (updated.timetable !== undefined) await dropStatesWithoutDate(tx, known.id, updated.timetable)
  return updated.title ?? known.title
}

/** The source's event, with the corrections of the preview. */
export function storedEvent({ event, correction }: ImportItem): ImportedEvent {
  return { ...event, ...correction }
}

function placeColumns({ location_name, latitude, longitude }: ImportedEvent) {
  return { locationName: location_name, latitude, longitude }
}
