import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { EventFilterQuery } from '@/contract/back-office/back-office-events'
import { NOT_IMPORTED } from '@/domain/staff/event-filter'
import type { EventSort, EventTrait } from '@/domain/staff/event-filter'
import { villageMidnight } from '@/domain/time/local-time'
import type { Queryable } from '@/server/platform/database/client'
import { foldText } from '@/domain/text/fold-text'
import { foldedText } from '@/server/platform/database/folded-text'
import { hasDuplicates } from './duplicates'
import { hasKey, instant, textArray } from '../event-columns'
import { tagKeysOf } from '../event-tags'
import { foundBy, searchedWords, wordOrContactConditions } from '../search-condition'

/** The condition and the order of a filter, of events named `e`; what is over, and what comes next, counts from `nowSeconds`. */
export async function eventSelection(
  db: Queryable,
  filter: EventFilterQuery,
  nowSeconds: number,
): Promise<{ where: SQL; order: SQL }> {
  const { status, user_id: userId, source, traits = [] } = filter
  const tagKeys = tagKeysOf(filter.tags)
  const words = await searchedWords(db, filter.q)
  const conditions = [
    sql`true`,
    ...(status === undefined ? [] : [sql`e.status = ${status}`]),
    ...(userId === undefined ? [] : [sql`e.user_id = ${userId}`]),
    ...(tagKeys.length === 0
      ? []
      : [
          sql`exists (select 1 from event_tags et join tags t on t.id = et.tag_id
            where et.event_id = e.id and ${hasKey(tagKeys)})`,
        ]),
    await foundBy(db, wordOrContactConditions(words)),
    ...isOfPerson(filter.person),
    ...isOnDays(filter),
    ...(source === undefined ? [] : [isFromSource(source)]),
    ...traits.map((trait) => TRAITS[trait](nowSeconds)),
  ]
  return { where: sql.join(conditions, sql` and `), order: ORDERS[filter.sort](nowSeconds) }
}

/** One index serves both by age: the second is the first, walked backwards, for which its ids stand in turn, too. */
const ORDERS: Record<EventSort, (nowSeconds: number) => SQL> = {
  newest: () => sql`e.created_at desc, e.id`,
  oldest: () => sql`e.created_at, e.id desc`,
  soonest: (nowSeconds) => sql`(
    select min(s.start_at) from schedules s where s.event_id = e.id and s.end_at > ${instant(nowSeconds)}
  ) nulls last, e.created_at, e.id desc`,
}

const TRAITS: Record<EventTrait, (nowSeconds: number) => SQL> = {
  // A recurring event whose later occurrences are not stored yet is not over.
  over: (nowSeconds) => sql`(e.materialised_until is null and not exists (
    select 1 from schedules s where s.event_id = e.id and s.end_at > ${instant(nowSeconds)}))`,
  duplicate: () => hasDuplicates,
  proposal: () => sql`exists (select 1 from proposals p where p.event_id = e.id)`,
  'no-photo': () => sql`e.photo_hash is null`,
}

function isOnDays({ from, to }: EventFilterQuery): SQL[] {
  if (from === undefined && to === undefined) return []
  const bounds = [
    ...(from === undefined ? [] : [sql`s.end_at > ${instant(villageMidnight(from))}`]),
    ...(to === undefined ? [] : [sql`s.start_at < ${instant(villageMidnight(to, 1))}`]),
  ]
  return [sql`exists (select 1 from schedules s where s.event_id = e.id and ${sql.join(bounds, sql` and `)})`]
}

function isFromSource(source: string): SQL {
  return source === NOT_IMPORTED ? sql`e.import_source_id is null` : sql`e.import_source_id = ${source}`
}

const accountText = foldedText(sql`concat_ws(' ', u.name, u.email)`)
const contactText = foldedText(sql`e.email`)

/** Every word of a text is in the name or the address of the account of an event named `e`, or in its contact address. */
function isOfPerson(text = ''): SQL[] {
  const words = patternsOf(text)
  if (words.length === 0) return []
  const patterns = textArray(words)
  return [
    sql`(e.user_id in (select u.id from users u where ${accountText} like all (${patterns}))
      or ${contactText} like all (${patterns}))`,
  ]
}

function patternsOf(text: string): string[] {
  return foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
}
