// The back office finds events of every status by an index of their words. Visitors search the programme in memory.

import { inArray, sql, type SQL } from 'drizzle-orm'
import { queryWords, searchedText, wordsOf } from '@/domain/events/search-words'
import { placeSlug } from '@/domain/places/place'
import { searchedNames } from '@/domain/tags/tag'
import type { Queryable } from '../client'
import { eventTags, events, tags } from '../schema'

/** A tag's id stands for it among the words of an event: no word begins so, and a tag may be renamed. */
const TAG_MARK = '#'

function tagLexeme(id: string): string {
  return `${TAG_MARK}${id}`
}

/** Stores anew what events are found by: their words, and the slug of the place. Call it in every transaction that has written their texts or tags. */
export async function storeSearch(tx: Queryable, eventIds: readonly string[]): Promise<void> {
  const rows = await tx
    .select({
      id: events.id,
      title: events.title,
      location_name: events.locationName,
      description: events.description,
      tagIds: sql<
        string[]
      >`array(select ${eventTags.tagId} from ${eventTags} where ${eventTags.eventId} = ${events.id})`,
    })
    .from(events)
    .where(inArray(events.id, [...eventIds]))
  const found = rows.map(({ id, tagIds, ...texts }) => ({
    id,
    slug: placeSlug(texts.location_name),
    lexemes: [...wordsOf(searchedText(texts)), ...tagIds.map(tagLexeme)],
  }))
  // One statement for all of them: a calendar has a thousand.
  await tx.execute(sql`
    update events e
    set place_slug = v.slug, search = array_to_tsvector(array(select jsonb_array_elements_text(v.lexemes)))
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as v(id uuid, slug text, lexemes jsonb) where e.id = v.id`)
}

/** Gives the events that bear one tag another one's lexeme as well. */
export async function indexMergedTag(tx: Queryable, tagId: string, intoId: string): Promise<void> {
  await tx.execute(sql`
    update events e set search = e.search || array_to_tsvector(array[${tagLexeme(intoId)}])
    from event_tags et where et.event_id = e.id and et.tag_id = ${tagId}::uuid`)
}

/**
 * The conditions that events named `e` have all words of a text: as the beginning of one of theirs, or of their contact address, or in the name
 * of a tag. None of a text without words.
 */
export async function wordConditions(db: Queryable, text: string | undefined): Promise<SQL[]> {
  const words = queryWords(text ?? '')
  if (words.length === 0) return []
  const stored = await db
    .select({ id: tags.id, key: tags.key, name: tags.name, names: tags.names })
    .from(tags)
  const named = stored.map((tag) => ({
    lexeme: tagLexeme(tag.id),
    words: searchedNames(tag).flatMap(wordsOf),
  }))
  return words.map((word) => {
    const bearers = named.filter((tag) => tag.words.some((one) => one.startsWith(word)))
    // Words are letters, digits and emoji, ids hexadecimal: nothing of them has to be escaped.
    const own = `'${word}':*`
    const query = [own, ...bearers.map(({ lexeme }) => `'${lexeme}'`)].join(' | ')
    return sql`(e.search @@ ${query}::tsquery or e.contact_search @@ ${own}::tsquery)`
  })
}
