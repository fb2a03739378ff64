import { solveChallenge } from '../../../src/offline/api/challenge-solver'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import type { ErrorEnvelope } from '../../../src/contract/errors'
import { DEMO_ADMIN } from '../../support/demo-server'
import type { DemoServer } from '../../support/demo-server'
import { withClient } from '../../faults/write-load'
import { probeWhile, floodMs, rssMb, submission } from './attack'
import type { Attack } from './attack'

/** The attacked server believes its proxy on this machine, which writes the address of who calls at the end of the header. */
const BEHIND_A_PROXY = { TRUST_PROXY: 'loopback', PUBLIC_ORIGIN: 'http://localhost:3970' }

interface ExpectedResponse {
  status: number
  cookie: string | undefined
  error: ErrorEnvelope['error'] | undefined
}

async function post(
  { origin }: DemoServer,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<ExpectedResponse> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { error } = (await response.json()) as Partial<ErrorEnvelope>
  return { status: response.status, cookie: response.headers.get('set-cookie')?.split(';')[0], error }
}

/** Signs in as the owner, who waits for a proof of work like their browser does. */
async function signIn(target: DemoServer, address: string, cookie?: string): Promise<ExpectedResponse> {
  const headers = { 'x-forwarded-for': address, ...(cookie === undefined ? {} : { cookie }) }
  const first = await post(target, '/auth/login', DEMO_ADMIN, headers)
  const proof = first.error?.challenge && (await solveChallenge(first.error.challenge))
  return proof === undefined
    ? first
    : post(target, '/auth/login', DEMO_ADMIN, { ...headers, 'proof-of-work': proof })
}

const lockout: Attack = {
  name: 'eleven networks guess the administrator’s password',
  bar: 'the administrator signs in at once on a known device, and on a new one with a moment’s work',
  env: BEHIND_A_PROXY,
  async run(target) {
    const { cookie } = await signIn(target, '192.0.2.1')
    for (let network = 1; network <= 11; network += 1)
      for (let guess = 0; guess < 10; guess += 1)
        await post(
          target,
          '/auth/login',
          { ...DEMO_ADMIN, password: `guess ${guess}` },
          { 'x-forwarded-for': `10.${network}.0.1` },
        )
    const begun = performance.now()
    const known = await signIn(target, '192.0.2.1', cookie)
    const knownMs = Math.round(performance.now() - begun)
    const unknown = await signIn(target, '198.51.100.1')
    const unknownMs = Math.round(performance.now() - begun) - knownMs
    return {
      figure: `known device: ${known.status} after ${knownMs} ms, new device: ${unknown.status} after ${unknownMs} ms`,
      holds: known.status === 200 && unknown.status === 200,
    }
  },
}

const SPAM = 200

/** A script that sends the same form again and again, and the honeypot empty. */
function spam(name: string, most: number, headersOf: (number: number) => Record<string, string>): Attack {
  return {
    name: `${SPAM} submissions by a script ${name}`,
    bar: `at most ${most} stored, bystanders unharmed`,
    env: BEHIND_A_PROXY,
    async run(target) {
      let stored = 0
      const statuses = new Map<number, number>()
      const { p99Ms, failed } = await probeWhile(target, async () => {
        for (let number = 0; number < SPAM; number += 1) {
          const body = submission({ email: `bot${number}@example.com`, website: '', filled_in_ms: 60_000 })
          const { status } = await post(target, '/events', body, headersOf(number))
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
        stored = await countSubmissions(target)
      })
      const responses = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
      return {
        figure: `${stored} stored (${responses}); GET /events p99 ${p99Ms} ms, ${failed} failed`,
        holds: stored <= most && failed === 0,
      }
    },
  }
}

/** The number of events that wait for a review. */
async function countSubmissions({ dataDir }: DemoServer): Promise<number> {
  const connection = await findRunningEngine(dataDir)
  if (connection === undefined) throw new Error('the database of the server is not there')
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from events where title = $1 and status = 'ON_REVIEW'`,
      [submission()['title']],
    )
    return rows[0]?.count ?? 0
  })
}

const AT_ONCE = 64
const BATCH = 2000
const FOR_MS = floodMs(25_000)

const memory: Attack = {
  name: 'a new address for each request, as many as there are in half a minute',
  bar: 'the counters hold less than 100 MB more than before',
  env: BEHIND_A_PROXY,
  async run(target) {
    await sendFrom(target, 0, BATCH)
    const beforeMb = await rssMb(target.pid)
    const begun = performance.now()
    let sent = BATCH
    for (; performance.now() - begun < FOR_MS; sent += BATCH) await sendFrom(target, sent, BATCH)
    const afterMb = await rssMb(target.pid)
    return {
      figure: `${beforeMb} MB, ${afterMb} MB after ${sent} addresses`,
      holds: afterMb - beforeMb < 100,
    }
  },
}

async function sendFrom(target: DemoServer, first: number, count: number): Promise<void> {
  let next = first
  const sender = async () => {
    while (next < first + count) {
      const address = (next += 1)
      await post(
        target,
        '/user/password/reset/validate-token',
        { token: 'x' },
        {
          'x-forwarded-for': `2001:${(address >> 16).toString(16)}:${(address & 0xffff).toString(16)}::1`,
        },
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
}

export const attacks: readonly Attack[] = [
  lockout,
  spam('from one network', 5, () => ({ 'x-forwarded-for': '203.0.113.9' })),
  spam('with another port each time', 5, (number) => ({ 'x-forwarded-for': `203.0.113.9:${1000 + number}` })),
  spam('with a made-up address each time', 5, (number) => ({
    'x-forwarded-for': `10.0.${number}.1, 203.0.113.9`,
  })),
  spam('from another /64 of one /48 each time', 20, (number) => ({
    'x-forwarded-for': `2001:db8:1:${number.toString(16)}::1`,
  })),
  memory,
]
