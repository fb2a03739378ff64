import { randomUUID } from 'node:crypto'
import type { PoolConfig } from 'pg'
import { Client } from 'pg'
import { randomFrom } from '@/domain/posters/poster'

const TIMEOUT_MS = 20_000
/** Concurrent clients, each of another person. */
const WRITERS = 4
const FAR_DAY = '2099-06-20'

/** One write. Its mark is in the stored row; its idempotency key is sent with every attempt. */
interface Write {
  kind: 'event' | 'event with a photo' | 'message'
  key: string
  mark: string
}

/** Images in base64. */
export type Photos = readonly string[]

/** The outcome of an attempt: known to be stored, to be retried, or refused. */
type Outcome =
  | { kind: 'acknowledged'; id: string }
  | { kind: 'retry'; status: number | undefined; retryAfter: string | null }
  | { kind: 'refused'; status: number; text: string }

export interface Ledger {
  /** Id by mark, of what the server has said it stored. */
  acknowledged: Map<string, string>
  /** Attempted, and not known to be stored. */
  pending: Map<string, Write>
  /** Responses that are neither an acknowledgement nor a reason to retry. */
  refused: string[]
  /** Number of retries by status; 0: the connection broke. */
  retries: Map<number, number>
  /** 503 without `Retry-After`. */
  withoutRetryAfter: number
}

export function newLedger(): Ledger {
  return {
    acknowledged: new Map(),
    pending: new Map(),
    refused: [],
    retries: new Map(),
    withoutRetryAfter: 0,
  }
}

/** Write load until `stop` is called, which resolves when the last attempt has ended. */
export function startLoad(address: string, ledger: Ledger, photos: Photos): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const random = randomFrom(ledger.acknowledged.size + 1)
  const writer = async () => {
    while (!stopping.signal.aborted) {
      const kind = random.pick([
        'message',
        'message',
        'message',
        'event',
        'event',
        'event with a photo',
      ] as const)
      await sendOne(address, { kind, key: randomUUID(), mark: `mark ${randomUUID()}` }, ledger, photos)
    }
  }
  const all = Promise.all(Array.from({ length: WRITERS }, writer))
  return {
    async stop() {
      stopping.abort()
      await all
    },
  }
}

/** Sends everything again that is not known to be stored, as a client does when it is back. */
export async function sendPending(address: string, ledger: Ledger, photos: Photos): Promise<void> {
  for (const write of ledger.pending.values()) await sendOne(address, write, ledger, photos)
}

/** One attempt, recorded in the ledger. */
export async function sendOne(address: string, write: Write, ledger: Ledger, photos: Photos): Promise<void> {
  ledger.pending.set(write.mark, write)
  const outcome = await tryOnce(address, write, photos)
  if (outcome.kind === 'acknowledged') {
    const before = ledger.acknowledged.get(write.mark)
    if (before !== undefined && before !== outcome.id) ledger.refused.push(`${write.mark} got two responses`)
    ledger.acknowledged.set(write.mark, outcome.id)
    ledger.pending.delete(write.mark)
  } else if (outcome.kind === 'refused') {
    ledger.refused.push(`${outcome.status} ${outcome.text}`)
    ledger.pending.delete(write.mark)
  } else {
    const status = outcome.status ?? 0
    ledger.retries.set(status, (ledger.retries.get(status) ?? 0) + 1)
    if (status === 503 && outcome.retryAfter === null) ledger.withoutRetryAfter += 1
    // A server that is down refuses at once: without a pause this would be a busy loop.
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function tryOnce(address: string, write: Write, photos: Photos): Promise<Outcome> {
  try {
    const response = await fetch(
      `${address}/api/v1/${write.kind === 'message' ? 'contact-form' : 'events'}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': write.key,
        },
        body: JSON.stringify(write.kind === 'message' ? message(write) : event(write, photos)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    )
    const text = await response.text()
    if (response.status === 201)
      return { kind: 'acknowledged', id: (JSON.parse(text) as { data: { id: string } }).data.id }
    // 502 is the proxy's: the server was killed while it had the request.
    const isForLater = [409, 502, 503].includes(response.status)
    return isForLater
      ? { kind: 'retry', status: response.status, retryAfter: response.headers.get('retry-after') }
      : { kind: 'refused', status: response.status, text: text.slice(0, 200) }
  } catch {
    return { kind: 'retry', status: undefined, retryAfter: null }
  }
}

function addressByte(key: string, at: number): number {
  return Number.parseInt(key.slice(at, at + 2), 16)
}

export function message({ key, mark }: Write) {
  return { first_name: 'Ana', last_name: 'Reis', email: `${key}@example.com`, topic: 'Other', message: mark }
}

export function event({ kind, key, mark }: Write, photos: Photos) {
  return {
    title: mark,
    description: 'Written while things go wrong.',
    email: `${key}@example.com`,
    location_name: 'Praia do Sul',
    latitude: 38.9583,
    longitude: -9.4166,
    tag_keys: ['faults'],
    timetable: {
      list: [{ start_time: `${FAR_DAY} 19:00:00`, end_time: `${FAR_DAY} 22:00:00`, is_all_day: false }],
    },
    ...(kind === 'event with a photo' && { photo: photos[addressByte(key, 6) % photos.length] }),
  }
}

/** The tag of the events. */
export async function makeTag(connection: PoolConfig): Promise<void> {
  await withClient(connection, (client) =>
    client.query(`insert into tags (id, key, name) values ($1, 'faults', 'Faults') on conflict do nothing`, [
      randomUUID(),
    ]),
  )
}

/** The differences between what is stored and what was acknowledged, as sentences. */
export async function compare(connection: PoolConfig, ledger: Ledger): Promise<string[]> {
  const { rows } = await withClient(connection, (client) =>
    client.query<{ mark: string; id: string; mails: number; schedules: number; tags: number }>(`
      select title as mark, id,
        (select count(*)::int from jobs where dedupe_key like 'mail:%:' || e.id) as mails,
        (select count(*)::int from schedules where event_id = e.id) as schedules,
        (select count(*)::int from event_tags where event_id = e.id) as tags
      from events e where title like 'mark %'
      union all
      select message, id, (select count(*)::int from jobs where dedupe_key like 'mail:%:' || c.id), 1, 1
      from contact_forms c where message like 'mark %'`),
  )
  const stored = new Map<string, typeof rows>()
  for (const row of rows) stored.set(row.mark, [...(stored.get(row.mark) ?? []), row])
  const lost = [...ledger.acknowledged].filter(
    ([mark, id]) => !stored.get(mark)?.some((row) => row.id === id),
  )
  const twice = [...stored].filter(([, found]) => found.length > 1)
  const unasked = [...stored].filter(([mark]) => !ledger.acknowledged.has(mark) && !ledger.pending.has(mark))
  const halves = rows.filter(({ mails, schedules, tags }) => mails !== 1 || schedules !== 1 || tags !== 1)
  return [
    ...(lost.length > 0 ? [`${lost.length} acknowledged writes are lost`] : []),
    ...(twice.length > 0 ? [`${twice.length} writes are there twice`] : []),
    ...(unasked.length > 0 ? [`${unasked.length} rows come from nowhere`] : []),
    ...(halves.length > 0 ? [`${halves.length} writes are there in part`] : []),
    ...ledger.refused.slice(0, 3).map((text) => `a good write was refused: ${text}`),
  ]
}

export async function withClient<T>(
  connection: PoolConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
