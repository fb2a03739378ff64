import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { spawnSync } from 'node:child_process'
import type { DemoServer } from '../demo-server'
import { addressOf, countStatuses, send } from '../strangers'
import type { StrangerResponse } from '../strangers'
import { adminToken, floodMs, quantile, timeBarMs } from './attack'
import type { Attack } from './attack'

/** The one network that all of a flood comes from. */
const STRANGER = 1
const FLOOD_MS = floodMs(10_000)
const BARS_MS = { cached: timeBarMs(200), uncached: timeBarMs(500), 'back office': timeBarMs(500) }
const LOOK_EVERY_MS = 100
/** So many as the bars are said for. */
const EVENTS = 10_000

interface Flood {
  name: string
  connections: number
  /** The guide has 10,000 events, and not the demonstration's alone. */
  isFull?: boolean
  /** The path of a request that no other was like. */
  paths: (target: DemoServer) => Promise<(turn: number) => string>
}

const later = (turn: number) => new Date(Date.now() + turn * 1000).toISOString()
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const FLOODS: readonly Flood[] = [
  {
    name: 'forty connections ask for a page with ever new parameters that it does not know',
    connections: 40,
    paths: async () => () => `/events?x=${randomUUID()}`,
  },
  {
    name: 'forty connections ask for ever new pages of the list',
    connections: 40,
    paths: async () => (turn) => `/events?from=${dayIn(turn % 1000)}&to=${dayIn(1000 + turn)}`,
  },
  {
    name: 'two hundred connections ask for events that are not there',
    connections: 200,
    paths: async () => () => `/events/${randomUUID()}`,
  },
  {
    name: 'two hundred connections ask for addresses that lead nowhere',
    connections: 200,
    paths: async () => () => `/${randomUUID()}`,
  },
  {
    name: 'forty connections ask for ever new lists of 10,000 events',
    connections: 40,
    isFull: true,
    paths: async () => (turn) => `/api/v1/events?per_page=100&start_date=${later(turn)}`,
  },
  {
    name: 'ten connections write the cursor of the programme of 10,000 events anew',
    connections: 10,
    isFull: true,
    paths: async ({ origin }) => {
      const response = await fetch(`${origin}/api/v1/events/list`)
      const { data } = (await response.json()) as { data: { cursor: string } }
      const [lineage, position] = data.cursor.split('.')
      return (turn) =>
        `/api/v1/events/list?since=${lineage}.${'0'.repeat(turn % 10)}${Number(position) - Math.floor(turn / 10)}`
    },
  },
]

export const attacks: readonly Attack[] = [
  ...FLOODS.map(({ name, connections, isFull = false, paths }) => ({
    name,
    bar: `of another network: cached under ${BARS_MS.cached} ms p99, uncached and back office under ${BARS_MS.uncached} ms, none refused`,
    run: async (target: DemoServer) => {
      if (isFull) fill(target)
      const path = await paths(target)
      return besideOthers(target, () => flood(target, connections, path))
    },
  })),
  {
    name: 'one connection sends five hundred requests before it reads a response',
    bar: `of another network: cached under ${BARS_MS.cached} ms p99, uncached and back office under ${BARS_MS.uncached} ms, none refused`,
    run: (target) => besideOthers(target, () => pipelines(target)),
  },
]

/** Each connection asks for one thing after another until the time is up. */
async function flood(
  target: DemoServer,
  connections: number,
  path: (turn: number) => string,
): Promise<string> {
  const until = performance.now() + FLOOD_MS
  let turn = 0
  const one = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const responses: StrangerResponse[] = []
    while (performance.now() < until)
      responses.push(
        await send(target, { method: 'GET', path: path((turn += 1)), stranger: STRANGER, agent }),
      )
    agent.destroy()
    return responses
  }
  return countStatuses((await Promise.all(Array.from({ length: connections }, one))).flat())
}

/** A connection after another, as each is ended. */
async function pipelines({ origin }: DemoServer): Promise<string> {
  const until = performance.now() + FLOOD_MS
  let connections = 0
  for (; performance.now() < until; connections += 1)
    await new Promise<void>((resolve) => {
      const socket = connect({
        port: Number(new URL(origin).port),
        host: '127.0.0.1',
        localAddress: addressOf(STRANGER),
      })
      const requests = Array.from(
        { length: 500 },
        () => `GET /events/${randomUUID()} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      )
      socket.on('error', () => {}).on('close', () => resolve())
      socket.resume().end(requests.join(''))
    })
  return `${connections} connections`
}

/** What other networks meet while `harm` is under way: a page that all ask for, a list that nobody has asked for, and the back office. */
async function besideOthers(target: DemoServer, harm: () => Promise<string>) {
  const headers = { authorization: `Bearer ${await adminToken(target)}` }
  const looks = {
    cached: () => send(target, { method: 'GET', path: '/', stranger: 2 }),
    uncached: (turn: number) =>
      send(target, {
        method: 'GET',
        path: `/api/v1/events?per_page=20&start_date=${later(turn * 60)}`,
        stranger: 3,
      }),
    'back office': () =>
      send(target, { method: 'GET', path: '/api/v1/backoffice/events', stranger: 4, headers }),
  }
  const over = new AbortController()
  const watch = async (name: keyof typeof looks) => {
    const responses: StrangerResponse[] = []
    await looks[name](0)
    for (let turn = 1; !over.signal.aborted; turn += 1) {
      responses.push(await looks[name](turn))
      await new Promise((settle) => setTimeout(settle, LOOK_EVERY_MS))
    }
    const p99Ms = quantile(
      responses.map(({ tookMs }) => tookMs),
      0.99,
    )
    const isFine = p99Ms < BARS_MS[name] && responses.every(({ status }) => status === 200)
    return { isFine, figure: `${name} ${p99Ms} ms (${countStatuses(responses)})` }
  }
  const watching = Promise.all((['cached', 'uncached', 'back office'] as const).map(watch))
  const figure = await harm().finally(() => over.abort())
  const watched = await watching
  return {
    figure: `${watched.map((one) => one.figure).join(', ')}; the stranger: ${figure}`,
    holds: watched.every(({ isFine }) => isFine),
  }
}

function fill({ dataDir }: DemoServer): void {
  const { status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tools/fill-guide.ts', '--events', String(EVENTS), '--photos', '4'],
    { env: { ...process.env, DATA_DIR: dataDir }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0) throw new Error('the guide could not be filled')
}
