import type { Client } from 'pg'
import { searchedText, wordsOf } from '../../src/domain/events/search-words'

const TAGS = [
  'surf',
  'music',
  'market',
  'food',
  'yoga',
  'fado',
  'kids',
  'film',
  'art',
  'sports',
  'talks',
  'nature',
]

/**
 * Inserts events until there are so many: published, spread over the next 90 days, one to three occurrences each. It does so by SQL alone:
 * a hundred thousand by the functions of the server would take minutes.
 */
export async function fillPublished(client: Client, size: number): Promise<void> {
  for (const key of TAGS)
    await client.query(
      `insert into tags (id, key, name) values (gen_random_uuid(), $1, initcap($1)) on conflict do nothing`,
      [key],
    )
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from events')
  const known = rows[0]?.count ?? 0
  await client.query('begin')
  await client.query(
    `create temp table made on commit drop as
      select gen_random_uuid() as id, n, date_trunc('hour', now()) + (n * 7919 % (90 * 24)) * interval '1 hour' as start_at
      from generate_series($1::int, $2::int) n`,
    [known + 1, size],
  )
  await client.query(`
    insert into events (id, title, description, status, email, location_name, latitude, longitude, price_cents,
      info_links, timetable, change_seq, created_at, updated_at)
    select id, 'Event number ' || n,
      repeat('Three bands from the village play on the beach until the sun is gone. ', 1 + n % 6), 'PUBLISHED',
      'bench@example.com', 'Praia do Sul - Rua da Praia do Sul, Ericeira', 38.9583, -9.4166, n % 5000,
      '[{"type": "web_url", "data": "https://example.com/event"}]',
      '{"list": [{"start_time": "2099-06-20 19:00:00", "end_time": "2099-06-20 22:00:00", "is_all_day": false}]}',
      n, now(), now()
    from made`)
  await client.query(`
    insert into schedules (id, event_id, start_at, end_at, is_all_day)
    select gen_random_uuid(), id, start_at + k * interval '1 week', start_at + k * interval '1 week' + interval '2 hours', false
    from made, generate_series(0, n % 3) k`)
  await client.query(`
    insert into event_tags (event_id, tag_id)
    select made.id, t.id from made join (select id, row_number() over (order by key) as at from tags) t
      on t.at in (1 + made.n % ${TAGS.length}, 1 + (made.n + 5) % ${TAGS.length})`)
  await fillSearch(client)
  await client.query('update change_counter set value = $1 where id = 1', [size])
  await client.query('commit')
  await client.query('vacuum analyze')
}

/** One event in so many has the rare word. */
const RARE_EACH = 5000
const BATCH = 5000

/** Stores the words that the search goes by. */
async function fillSearch(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{
      id: string
      n: number
      title: string
      location_name: string
      description: string
      tag_ids: string[]
    }>(`
      select id, change_seq::int as n, title, location_name, description,
        array(select '#' || tag_id from event_tags where event_id = events.id) as tag_ids
      from events where search is null limit ${BATCH}`)
    if (rows.length === 0) return
    const found = rows.map(({ id, n, tag_ids, ...texts }) => {
      const rare = n % RARE_EACH === 0 ? ['zarzuela'] : []
      return { id, lexemes: [...wordsOf(searchedText(texts)), ...rare, ...tag_ids] }
    })
    await client.query(
      `update events e set search = array_to_tsvector(array(select jsonb_array_elements_text(v.lexemes)))
       from jsonb_to_recordset($1::jsonb) as v(id uuid, lexemes jsonb) where e.id = v.id`,
      [JSON.stringify(found)],
    )
  }
}
