import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import sharp from 'sharp'
import type { DemoServer } from '../../support/demo-server'
import { countStatuses, send } from '../anonymous-requests'
import type { AnonymousResponse } from '../anonymous-requests'
import { probeWhile, floodMs, submission, timeBarMs } from './attack'
import type { Attack } from './attack'

const CONNECTIONS = 200
const LOAD_MS = floodMs(12_000)
const MAX_P99_MS = timeBarMs(1000)
/** Photos are taken in turn, each for half a second or more: who sends one beside nineteen others waits, and still gets an answer in time (30 s). */
const MAX_PHOTO_MS = 20_000
const MAX_MB = 300

/** The work of a connection, again and again. */
type Visit = (visitor: number, agent: Agent) => Promise<AnonymousResponse>

export const attacks: readonly Attack[] = [
  {
    name: 'two hundred visitors who read, search, sign in and send photos without a pause',
    bar: `under ${MAX_P99_MS} ms p99, a photo under ${MAX_PHOTO_MS} ms, under ${MAX_MB} MB, what is shed gets 503 with Retry-After`,
    run: async (target) => {
      const visits = await visitsOf(target)
      const responses = new Map<string, AnonymousResponse[]>(visits.map(([name]) => [name, []]))
      const agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
      // Connected before the load begins: Node accepts one connection in a turn of its event loop, and under load turns are long.
      for (const [visitor, agent] of agents.entries())
        await send(target, { method: 'GET', path: '/healthz', anonymous: visitor * 250, agent })
      const until = performance.now() + LOAD_MS
      const connection = async (visitor: number, agent: Agent) => {
        for (const [name, visit] = pick(visits, visitor); performance.now() < until;)
          responses.get(name)?.push(await visit(visitor * 250, agent))
        agent.destroy()
      }
      const { peakMb, p99Ms } = await probeWhile(target, () =>
        Promise.all(agents.map((agent, visitor) => connection(visitor, agent))),
      )
      const all = [...responses.values()].flat()
      const photos = responses.get('photos') ?? []
      const p99OfOthers = p99(all.filter((response) => !photos.includes(response)))
      const slowestPhotoMs = Math.round(Math.max(0, ...photos.map(({ tookMs }) => tookMs)))
      const kinds = [...responses].map(([name, some]) => `${name} ${p99(some)} ms (${countStatuses(some)})`)
      return {
        figure: `p99 ${p99OfOthers} ms, slowest photo ${slowestPhotoMs} ms, ${peakMb} MB, p99 of another visitor ${p99Ms} ms; ${kinds.join('; ')}`,
        holds:
          p99OfOthers < MAX_P99_MS &&
          slowestPhotoMs < MAX_PHOTO_MS &&
          p99Ms < MAX_P99_MS &&
          peakMb < MAX_MB &&
          all.every(isHandled),
      }
    },
  },
]

/** Twenty connections, each its kind of visit: reading is most of what people do. */
async function visitsOf(target: DemoServer): Promise<readonly [name: string, visit: Visit][]> {
  const page = await (await fetch(target.origin)).text()
  const [file = '/'] = /\/assets\/[\w./-]+\.js/.exec(page) ?? []
  const photo = (await phonePhoto()).toString('base64')
  const get = (path: string, anonymous: number, agent: Agent) =>
    send(target, { method: 'GET', path, anonymous, agent, headers: { 'accept-encoding': 'br' } })
  let number = 0
  const next = () => (number += 1)

  const list: Visit = (visitor, agent) => get(`/api/v1/events?page=${1 + (visitor % 3)}`, visitor, agent)
  const files: Visit = (visitor, agent) => get(file, visitor, agent)
  const search: Visit = (visitor, agent) => {
    const start = new Date(Date.now() + next() * 1000).toISOString()
    return get(`/api/v1/events?per_page=100&start_date=${start}`, visitor, agent)
  }
  const signIn: Visit = (visitor, agent) => {
    const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'not the password' })
    return send(target, { path: '/api/v1/auth/login', anonymous: visitor, agent, body })
  }
  const submit: Visit = (visitor, agent) => {
    const body = JSON.stringify(submission({ photo, title: `Concert number ${next()}` }))
    return send(target, { path: '/api/v1/events', anonymous: visitor, agent, body })
  }
  return [
    ...Array.from({ length: 8 }, () => ['lists', list] as [string, Visit]),
    ...Array.from({ length: 5 }, () => ['files', files] as [string, Visit]),
    ...Array.from({ length: 3 }, () => ['searches', search] as [string, Visit]),
    ...Array.from({ length: 2 }, () => ['sign-ins', signIn] as [string, Visit]),
    ...Array.from({ length: 2 }, () => ['photos', submit] as [string, Visit]),
  ]
}

function pick<T>(all: readonly T[], number: number): T {
  const picked = all[number % all.length]
  if (picked === undefined) throw new Error('there is nothing to pick')
  return picked
}

/** Some 2 MB, as most phones take them. */
function phonePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  return sharp({ create: { width: 3000, height: 2250, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

function p99(responses: readonly AnonymousResponse[]): number {
  const sorted = responses.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
}

/** A response, or a refusal that says when to come back. */
function isHandled({ status, headers }: AnonymousResponse): boolean {
  return status > 0 && (status < 500 || (status === 503 && headers['retry-after'] !== undefined))
}
