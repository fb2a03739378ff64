import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from '../support/server/server-process'
import { withClient } from '../faults/write-load'
import { ADMIN, GuideCluster } from './guide-cluster'
import { percentile } from './proof'
import type { Proof } from './proof'

/** The time until the other server shows a write. */
const SHOWN_WITHIN_MS = 250
/** The bound without a word from PostgreSQL, and the time until the log says so. */
const DEAF_SHOWN_WITHIN_MS = 15_000
const LOGGED_WITHIN_MS = 5000
/** Support messages of one network without a form token, an hour (limits.ts). */
const MAX_MESSAGES = 5

interface Options {
  dir: string
  databaseUrl: string
  env: Record<string, string>
  writes: number
}

/** Writes on one server and reads on the other, and limits that both count. */
export async function onTwoServers({ dir, databaseUrl, env, writes }: Options): Promise<Proof[]> {
  const cluster = await GuideCluster.start(dir, { ...env, LOG_LEVEL: 'warn' })
  try {
    const connection = { connectionString: databaseUrl }
    const [one, two] = cluster.nodes.map(({ address }) => address)
    if (one === undefined || two === undefined) throw new Error('there are two servers')
    const login = (await (await send(one, '/auth/login', ADMIN)).json()) as {
      data: { access_token: { token: string } }
    }
    const { token } = login.data.access_token

    /** Milliseconds until the other server shows a new tag; it had cached the list without it. */
    async function shownAfter(): Promise<number> {
      const key = `tag-${randomUUID().slice(0, 8)}`
      await tagsOf(two ?? '')
      const created = await send(one ?? '', '/backoffice/events/tags', { key, name: key }, token)
      if (!created.ok) throw new Error(`a tag was refused: ${await created.text()}`)
      const writtenAt = performance.now()
      while (!(await tagsOf(two ?? '')).includes(key)) {
        if (performance.now() - writtenAt > 20_000) return Infinity
        await wait(2)
      }
      return performance.now() - writtenAt
    }

    const delays: number[] = []
    for (let turn = 0; turn < writes; turn += 1) delays.push(await shownAfter())
    // One of a hundred writes that a busy machine holds up is the hundredth.
    const share = writes < 500 ? 0.95 : 0.99
    const most = percentile(delays, share)
    const named = `p${share * 100} ${Math.round(most)} ms`
    const seen: Proof = {
      name: 'written on one, read on the other',
      problems: most > SHOWN_WITHIN_MS ? [`${named}, more than ${SHOWN_WITHIN_MS}`] : [],
      facts: `${writes} times, p50 ${Math.round(percentile(delays, 0.5))} ms, ${named}`,
    }

    const ended = await withClient(connection, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and pid <> pg_backend_pid()`,
      ),
    )
    const endedAt = performance.now()
    const logged = Promise.all(cluster.nodes.map(({ server }) => loggedAfter(server, endedAt)))
    // The change is there at once: nobody listens yet.
    const again = await shownAfter()
    const loggedMs = Math.max(...(await logged))
    if ((ended.rowCount ?? 0) < cluster.nodes.length)
      seen.problems.push(`${ended.rowCount} connections that listen were ended, and not one of each server`)
    if (again > DEAF_SHOWN_WITHIN_MS)
      seen.problems.push(`after its connection was ended the other shows a write in ${Math.round(again)} ms`)
    if (loggedMs > LOGGED_WITHIN_MS) seen.problems.push(`the logs say so after ${Math.round(loggedMs)} ms`)
    seen.facts += `; ${ended.rowCount} connections that listen ended: shown after ${Math.round(again)} ms, logged after ${Math.round(loggedMs)} ms`

    const responses = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const body = { first_name: 'A', last_name: 'B', topic: 'Other', message: 'Hi' }
        const response = await send(index % 2 === 0 ? one : two, '/contact-form', {
          ...body,
          email: `${randomUUID()}@example.com`,
        })
        await response.arrayBuffer()
        return response.status
      }),
    )
    const stored = responses.filter((status) => status === 201).length
    const others = responses.filter((status) => status !== 201 && status !== 429)
    const counted: Proof = {
      name: 'one limit over two servers',
      problems: [
        ...(stored === MAX_MESSAGES ? [] : [`${stored} were let in, and not ${MAX_MESSAGES}`]),
        ...(others.length === 0 ? [] : [`other responses: ${[...new Set(others)].join(', ')}`]),
      ],
      facts: `${stored} of 30 at once let in, ${responses.length - stored} refused`,
    }
    return [seen, counted]
  } finally {
    await cluster.stop()
  }
}

/** Milliseconds until the log of a server warns that it does not hear the others; Infinity after too long. */
async function loggedAfter(server: ServerProcess | undefined, sinceMs: number): Promise<number> {
  while (!(server?.output() ?? '').includes('nor it what other servers write')) {
    if (performance.now() - sinceMs > 2 * LOGGED_WITHIN_MS) return Infinity
    await wait(20)
  }
  return performance.now() - sinceMs
}

function send(address: string, path: string, body: object, token?: string): Promise<Response> {
  return fetch(`${address}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
}

async function tagsOf(address: string): Promise<string> {
  return (await fetch(`${address}/api/v1/events/tags`)).text()
}
