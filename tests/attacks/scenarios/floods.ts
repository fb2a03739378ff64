import { spawnSync } from 'node:child_process'
import { Agent } from 'node:http'
import { setTimeout as pauseFor } from 'node:timers/promises'
import type { DemoServer } from '../../support/demo-server'
import { countStatuses, send } from '../anonymous-requests'
import type { AnonymousResponse } from '../anonymous-requests'
import { adminToken, prepareFlood, floodMs, quantile, timeBarMs } from './attack'
import type { Attack } from './attack'

const FLOOD_MS = floodMs(10_000)
const ALONE_MS = floodMs(4000)
const BARS_MS = {
  cached: timeBarMs(200),
  uncached: timeBarMs(500),
  'uncached page': timeBarMs(500),
  'back office': timeBarMs(500),
}
/** Polls are so frequent that the slowest of a hundred is not the slowest of all. */
const POLL_INTERVAL_MS = 20
const later = (turn: number) => new Date(Date.now() + turn * 60_000).toISOString()
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** The bars hold for so many events. */
const EVENTS = 10_000

interface Flood {
  name: string
  /** The kind of a flood in tests/attacks/flood. */
  kind: string
  connections: number
  /** The app has 10,000 events, and not the demonstration's alone. */
  isFull?: boolean
}

const FLOODS: readonly Flood[] = [
  {
    name: 'forty connections ask for a page with ever new parameters that it does not know',
    kind: 'unknown parameters',
    connections: 40,
  },
  { name: 'forty connections ask for ever new pages of the list', kind: 'list pages', connections: 40 },
  {
    name: 'two hundred connections ask for events that are not there',
    kind: 'unknown events',
    connections: 200,
  },
  {
    name: 'two hundred connections ask for addresses that lead nowhere',
    kind: 'unknown addresses',
    connections: 200,
  },
  { name: 'forty connections ask for ever new feeds of the programme', kind: 'feeds', connections: 40 },
  {
    name: 'forty connections ask for pictures of links that nobody has asked for',
    kind: 'cards',
    connections: 40,
  },
  {
    name: 'one connection sends five hundred requests before it reads a response',
    kind: 'pipelines',
    connections: 1,
  },
  {
    name: 'forty connections ask for ever new lists of 10,000 events',
    kind: 'lists',
    connections: 40,
    isFull: true,
  },
  {
    name: 'ten connections write the cursor of the programme of 10,000 events anew',
    kind: 'cursors',
    connections: 10,
    isFull: true,
  },
]

export const attacks: readonly Attack[] = FLOODS.map(({ name, kind, connections, isFull = false }) => ({
  name,
  bar: `of another network: cached under ${BARS_MS.cached} ms p99, uncached and back office under ${BARS_MS.uncached} ms, none refused`,
  run: async (target) => {
    if (isFull) fill(target)
    const probes = await probesOf(target)
    // How busy the machine is without us: on a quiet one a few milliseconds.
    const alone = await probeDuring(probes, () => pauseFor(ALONE_MS))
    const flood = await prepareFlood(target, kind, connections, FLOOD_MS)
    let flooded = ''
    const beside = await probeDuring(probes, async () => {
      flooded = await flood()
    })
    const figures = probes.map((probe, at) => {
      const responses = beside[at] ?? []
      return `${probe.name} ${p99(responses)} ms (alone ${p99(alone[at] ?? [])}; ${countStatuses(responses)})`
    })
    return {
      figure: `${figures.join(', ')}; the flood: ${flooded}`,
      holds: probes.every((probe, at) => {
        const responses = beside[at] ?? []
        return p99(responses) < BARS_MS[probe.name] && responses.every(({ status }) => status === 200)
      }),
    }
  },
}))

interface Probe {
  name: keyof typeof BARS_MS
  request: (turn: number) => Promise<AnonymousResponse>
}

/** Four other networks: a page that all ask for, a list and a page that nobody has asked for, and the back office. */
async function probesOf(target: DemoServer): Promise<Probe[]> {
  const headers = { authorization: `Bearer ${await adminToken(target)}` }
  const get = (anonymous: number, path: (turn: number) => string): Probe['request'] => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    return (turn) => send(target, { method: 'GET', path: path(turn), anonymous, agent, headers })
  }
  return [
    { name: 'cached', request: get(2, () => '/') },
    { name: 'uncached', request: get(3, (turn) => `/api/v1/events?per_page=20&start_date=${later(turn)}`) },
    {
      name: 'uncached page',
      request: get(5, (turn) => `/events?from=${dayIn(turn)}&to=${dayIn(turn + 1 + (turn % 7))}`),
    },
    { name: 'back office', request: get(4, () => '/api/v1/backoffice/events') },
  ]
}

/** The responses to each probe, again and again until `damage` has ended. */
async function probeDuring(
  probes: readonly Probe[],
  damage: () => Promise<unknown>,
): Promise<AnonymousResponse[][]> {
  const over = new AbortController()
  let turn = 0
  const watch = async ({ request }: Probe) => {
    const responses: AnonymousResponse[] = []
    for (; !over.signal.aborted; await pauseFor(POLL_INTERVAL_MS)) responses.push(await request((turn += 1)))
    return responses
  }
  const watching = Promise.all(probes.map(watch))
  await damage().finally(() => over.abort())
  return watching
}

const p99 = (responses: readonly AnonymousResponse[]) =>
  quantile(
    responses.map(({ tookMs }) => tookMs),
    0.99,
  )

function fill({ dataDir }: DemoServer): void {
  const { status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tests/fill/fill-guide.ts', '--events', String(EVENTS), '--photos', '4'],
    { env: { ...process.env, DATA_DIR: dataDir }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0) throw new Error('the guide could not be filled')
}
