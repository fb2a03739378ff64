import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { EventFilterQuery } from '@/contract/back-office/back-office-events'
import { NOT_IMPORTED } from '@/domain/staff/event-filter'
import type { EventSort, EventTrait } from '@/domain/staff/event-filter'
import { villageMidnight } from '@/domain/time/local-time'
import type { Queryable } from '@/server/platform/database/client'
import { foldText } from '@/domain/text/fold-text'
import { foldedText, hasText, personText } from '@/server/platform/database/folded-text'
import { hasDuplicates } from './duplicates'
import { hasKey, instant } from '../event-columns'
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

const accountText = personText(sql`u.name`, sql`u.email`)
const contactText = foldedText(sql`c.email`)

/**
 * Every word of a text is in the name or the address of the account of an event named `e`, or in its contact address. Two selections, because
 * an index serves each of them, and none serves an `or` of both.
 */
function isOfPerson(text = ''): SQL[] {
  const words = foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const haveAll = (where: SQL) =>
    sql.join(
      words.map((word) => hasText(where, word)),
      sql` and `,
    )
  return [
    sql`e.id in (
      select o.id from users u join events o on o.user_id = u.id where ${haveAll(accountText)}
      union all select c.id from events c where ${haveAll(contactText)})`,
  ]
}
