import type { Client } from 'pg'

const CHANGES_ASKED_FOR = 50

/** The paths to request, below the origin. `detail` is one of many, so that the row is not always in the cache of the database. */
export async function benchQueries(client: Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ id: string }>('select id from events order by id limit 100')
  const { rows: counters } = await client.query<{ cursor: string }>(
    `select lineage || '.' || (value - ${CHANGES_ASKED_FOR}) as cursor from change_counter`,
  )
  const filter = new URLSearchParams({
    tags: 'surf,fado',
    start_date: inDays(20),
    end_date: inDays(27),
    per_page: '12',
  })
  return {
    list: ['/api/v1/events?per_page=12'],
    'list, a word': ['/api/v1/events?per_page=12&q=bands'],
    'list, a rare word': ['/api/v1/events?per_page=12&q=zarzuela'],
    'filtered list': [`/api/v1/events?${filter}`],
    detail: rows.map(({ id }) => `/api/v1/events/${id}`),
    'changes since': [`/api/v1/events/list?since=${counters[0]?.cursor}`],
    feed: ['/events.ics?tags=surf'],
    'feed rss': ['/events.rss?tags=surf'],
  }
}

function inDays(number: number): string {
  return new Date(Date.now() + number * 86_400_000).toISOString()
}
