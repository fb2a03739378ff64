import { randomUUID } from 'node:crypto'
import { setTimeout as pauseFor } from 'node:timers/promises'
import type { DemoServer } from '../../support/demo-server'
import { countStatuses, send } from '../anonymous-requests'
import type { AnonymousResponse } from '../anonymous-requests'
import { besideIt, floodMs, timeBarMs } from './attack'
import type { Attack } from './attack'

const FLOOD_MS = floodMs(10_000)
const ALONE_MS = floodMs(3000)
const MAX_FILE_P99_MS = timeBarMs(200)
const MAX_MB = 300
/** Each in a /24 of its own: the limits by network are not what is tried here. */
const NETWORK = 250
const NETWORKS = 230

export const attacks: readonly Attack[] = [
  {
    name: 'a hundred connections that sign in',
    bar: `a file under ${MAX_FILE_P99_MS} ms p99, under ${MAX_MB} MB, what is shed gets 503 with Retry-After`,
    run: async (target) => {
      const script = await scriptOf(target)
      // How busy the machine is without us: on a quiet one a few milliseconds.
      const alone = await besideIt(target, () => pauseFor(ALONE_MS), script)
      let responses: AnonymousResponse[] = []
      const flood = async () => {
        responses = await connections(100, (anonymous) => signIn(target, anonymous))
      }
      const file = await besideIt(target, flood, script)
      return {
        figure: `p99 of a file ${file.p99Ms} ms (alone ${alone.p99Ms} ms), ${file.failed} failed, ${file.peakMb} MB; ${countStatuses(responses)}`,
        holds:
          file.p99Ms < MAX_FILE_P99_MS &&
          file.failed === 0 &&
          file.peakMb < MAX_MB &&
          responses.every(isHandled),
      }
    },
  },
]

/** Each connection does one thing after another until the time is up. */
async function connections(
  count: number,
  once: (anonymous: number, turn: number) => Promise<AnonymousResponse>,
): Promise<AnonymousResponse[]> {
  const until = performance.now() + FLOOD_MS
  const one = async (connection: number) => {
    const responses: AnonymousResponse[] = []
    for (let turn = 0; performance.now() < until; turn += 1)
      responses.push(await once(((connection * 7 + turn) % NETWORKS) * NETWORK + connection, turn))
    return responses
  }
  return (await Promise.all(Array.from({ length: count }, (_, connection) => one(connection)))).flat()
}

/** Each at another address, as who has a list of leaked ones does. */
function signIn(target: DemoServer, anonymous: number): Promise<AnonymousResponse> {
  const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'not the password' })
  return send(target, { path: '/api/v1/auth/login', anonymous, body })
}

/** A response, or a refusal that says when to come back: no breakdown. */
function isHandled({ status, headers }: AnonymousResponse): boolean {
  return status > 0 && (status < 500 || (status === 503 && headers['retry-after'] !== undefined))
}

/** A file that every page needs. */
async function scriptOf({ origin }: DemoServer): Promise<string> {
  const page = await (await fetch(origin)).text()
  const [path] = /\/assets\/[\w./-]+\.js/.exec(page) ?? []
  if (path === undefined) throw new Error('the page has no script')
  return path
}
