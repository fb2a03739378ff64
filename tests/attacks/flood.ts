/**
 * `tsx tests/attacks/flood.ts <origin> <kind> <connections> <milliseconds>`: one network asks for what nobody has asked for, on so many connections, each
 * for one thing after another; `sign-ins` come from many networks. A process of its own, so that what others meet is measured beside
 * it (tests/attacks/scenarios): it says when it has started, begins at a line from outside, and prints how many responses had which
 * status.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { addressOf, countStatuses, send } from './anonymous-requests'
import type { AnonymousResponse } from './anonymous-requests'

const ANONYMOUS = 1
const PIPELINED = 500
/** Sign-ins come from a /24 of their own each: the limits by network are not what is tried with them. */
const NETWORK = 250
const NETWORKS = 230

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The Monday of the week in so many weeks. */
const mondayIn = (weeks: number) => dayIn(weeks * 7 - ((new Date().getUTCDay() + 6) % 7))

/** Makes paths by kind, no two of which are alike. */
const PATHS: Readonly<Record<string, () => (turn: number) => string | Promise<string>>> = {
  'unknown parameters': () => () => `/events?x=${randomUUID()}`,
  'list pages': () => (turn) => `/events?from=${dayIn(turn % 1000)}&to=${dayIn(1000 + turn)}`,
  feeds: () => (turn) => `/events.ics?from=${dayIn(turn % 1000)}&to=${dayIn(1000 + turn)}`,
  // These cards exist: of each week of a year, in each language.
  cards: () => (turn) => `/cards/week-${mondayIn(turn % 50)}.png?lang=${turn % 100 < 50 ? 'en' : 'pt'}`,
  'unknown events': () => () => `/events/${randomUUID()}`,
  'unknown addresses': () => () => `/${randomUUID()}`,
  lists: () => (turn) =>
    `/api/v1/events?per_page=100&start_date=${new Date(Date.now() + turn * 1000).toISOString()}`,
  cursors: () => {
    const cursor = readCursor()
    return async (turn) => {
      const [lineage, position] = (await cursor).split('.')
      // Every second one is written with a zero too many; the others stay within the changes that are answered.
      return `/api/v1/events/list?since=${lineage}.${'0'.repeat(turn % 2)}${Number(position) - (Math.floor(turn / 2) % 1000)}`
    }
  },
}

const [origin = '', kind = '', connections = '', ms = ''] = process.argv.slice(2)
process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
const until = performance.now() + Number(ms)
process.stdout.write(
  await (kind === 'pipelines' ? sendPipelines() : kind === 'sign-ins' ? signIn() : flood()),
)

async function flood(): Promise<string> {
  const path = PATHS[kind]?.()
  if (path === undefined) throw new Error(`there is no flood of ${kind}`)
  let turn = 0
  return eachConnection(async (_connection, agent) => {
    const asked = await path((turn += 1))
    return send({ origin }, { method: 'GET', path: asked, anonymous: ANONYMOUS, agent })
  })
}

/** Each at another address, as who has a list of leaked ones does. */
function signIn(): Promise<string> {
  let turn = 0
  return eachConnection((connection) => {
    const anonymous = ((connection * 7 + (turn += 1)) % NETWORKS) * NETWORK + connection
    const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'not the password' })
    return send({ origin }, { path: '/api/v1/auth/login', anonymous, body })
  })
}

/** Each connection does one thing after another until the time is up. */
async function eachConnection(
  visit: (connection: number, agent: Agent) => Promise<AnonymousResponse>,
): Promise<string> {
  const one = async (connection: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const responses: AnonymousResponse[] = []
    while (performance.now() < until) responses.push(await visit(connection, agent))
    agent.destroy()
    return responses
  }
  const all = Array.from({ length: Number(connections) }, (_, connection) => one(connection))
  return countStatuses((await Promise.all(all)).flat())
}

/** A connection after another, as each is ended. */
async function sendPipelines(): Promise<string> {
  let count = 0
  for (; performance.now() < until; count += 1)
    await new Promise<void>((resolve) => {
      const { port } = new URL(origin)
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: addressOf(ANONYMOUS) })
      const requests = Array.from(
        { length: PIPELINED },
        () => `GET /events/${randomUUID()} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      )
      socket.on('error', () => {}).on('close', () => resolve())
      socket.resume().end(requests.join(''))
    })
  return `${count} connections`
}

async function readCursor(): Promise<string> {
  const response = await fetch(`${origin}/api/v1/events/list`)
  return ((await response.json()) as { data: { cursor: string } }).data.cursor
}
