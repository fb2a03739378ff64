import { hash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type PoolConfig, Client } from 'pg'
import { randomFrom } from '@/domain/posters/poster'
import { startServerProcess, type ServerProcess } from '../support/server/server-process'

const TIMEOUT_MS = 20_000
/** Concurrent clients, each of another person. */
const WRITERS = 4
const FAR_DAY = '2099-06-20'

export interface FaultReport {
  name: string
  /** The failed checks. */
  problems: string[]
  facts: string
}

/** A built server without a demonstration, and without limits, which a load of writes would meet. */
export function startFaultyServer(env: Record<string, string>): ServerProcess {
  return startServerProcess({ PORT: '0', DEMO: 'off', LIMITS: 'off', LOG_LEVEL: 'silent', ...env })
}

/** One write. Its mark is in the stored row; its idempotency key is sent with every attempt. */
interface Write {
  kind: 'event' | 'event with a photo' | 'message'
  key: string
  mark: string
}

export type Photos = readonly Buffer[]

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
      const kind = random.pick(['message', 'event', 'event with a photo'] as const)
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
  const response = await send(address, write, photos).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  const status = text === undefined ? 0 : (response?.status ?? 0)
  if ([0, 409, 503].includes(status)) {
    ledger.retries.set(status, (ledger.retries.get(status) ?? 0) + 1)
    if (status === 503 && !response?.headers.has('retry-after')) ledger.withoutRetryAfter += 1
    // A server that is down refuses at once: without a pause this would be a busy loop.
    await wait(10)
    return
  }
  ledger.pending.delete(write.mark)
  if (status === 201)
    ledger.acknowledged.set(write.mark, (JSON.parse(text ?? '') as { data: { id: string } }).data.id)
  else ledger.refused.push(`${status} ${text?.slice(0, 200)}`)
}

/** A photo is uploaded before, under the key of the write that names it. */
async function send(address: string, write: Write, photos: Photos): Promise<Response> {
  const call = (method: string, path: string, type: string, body: string | Buffer) =>
    fetch(`${address}/api/v1${path}`, {
      method,
      headers: { 'content-type': type, 'idempotency-key': write.key },
      body: new Uint8Array(Buffer.from(body)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  if (write.kind === 'message')
    return call('POST', '/contact-form', 'application/json', JSON.stringify(message(write)))
  const photo = write.kind === 'event' ? undefined : photos[addressByte(write.key) % photos.length]
  const sha256 = photo && hash('sha256', photo, 'hex')
  const uploaded = photo && (await call('PUT', `/uploads/${sha256}`, 'image/jpeg', photo))
  if (uploaded?.ok === false) return uploaded
  return call('POST', '/events', 'application/json', JSON.stringify(event(write, sha256)))
}

function addressByte(key: string): number {
  return Number.parseInt(key.slice(0, 2), 16)
}

function message({ key, mark }: Write) {
  return { first_name: 'Ana', last_name: 'Reis', email: `${key}@example.com`, topic: 'Other', message: mark }
}

function event({ key, mark }: Write, upload: string | undefined) {
  const day = { start_time: `${FAR_DAY} 19:00:00`, end_time: `${FAR_DAY} 22:00:00`, is_all_day: false }
  return {
    title: mark,
    description: 'Written while things go wrong.',
    email: `${key}@example.com`,
    location_name: 'Praia do Sul',
    latitude: 38.9583,
    longitude: -9.4166,
    tag_keys: ['faults'],
    timetable: { list: [day] },
    ...(upload && { photo: { upload } }),
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
  const countOf = (mark: string) => rows.filter((row) => row.mark === mark).length
  const ids = new Set(rows.map(({ id }) => id))
  const counts = {
    'acknowledged writes are lost': [...ledger.acknowledged.values()].filter((id) => !ids.has(id)),
    'writes are there twice': rows.filter(({ mark }) => countOf(mark) > 1),
    'rows come from nowhere': rows.filter(
      ({ mark }) => !ledger.acknowledged.has(mark) && !ledger.pending.has(mark),
    ),
    'writes are there in part': rows.filter(
      ({ mails, schedules, tags }) => mails !== 1 || schedules !== 1 || tags !== 1,
    ),
  }
  const wrong = Object.entries(counts).filter(([, found]) => found.length > 0)
  return [
    ...wrong.map(([what, found]) => `${found.length} ${what}`),
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
