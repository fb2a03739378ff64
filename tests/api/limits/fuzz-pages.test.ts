// @module-tag full
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { listed, publish } from '@tests/support/server/calls'
import { testPages, type TestPages } from '@tests/support/server/test-pages'
import { hostileHeaderLines, hostileMethod, hostileTarget } from '@tests/support/attacks/hostile-pages'
import { jpeg } from '@tests/support/server/images'
import { requestBytes, sendBytes, type VerbatimResponse } from '@tests/support/attacks/verbatim-request'
import { errorEnvelopeSchema } from '@/contract/errors'
import { randomFrom, type SeededRandom } from '@/domain/posters/poster'

/** The short form belongs to each full run, on pages from their sources; `npm run test:attacks -- fuzz` runs the long one on the built product. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 200)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const DIST_DIR = process.env.FUZZ_DIST

const ADDRESSES = [
  '/',
  '/events',
  '/events/ffffffff-ffff-4fff-8fff-ffffffffffff',
  '/add-event',
  '/contacts',
  '/login',
  '/profile',
  '/reset-password',
  '/backoffice',
  '/backoffice/events',
  '/auth/google/callback',
  '/privacy',
  '/app',
  '/saved',
  '/outbox',
  '/nothing',
  '/sw.js',
  '/sw.mjs',
  '/index.html',
  '/favicon.svg',
  '/icons/icon-512.png',
  '/manifest.webmanifest',
  '/.vite/manifest.json',
  '/assets/',
  '/assets/app-1a2b3c.js',
  '/robots.txt',
  '/sitemap.xml',
  '/api/v1/sitemap.xml',
  '/api/v1/openapi.json',
  '/api/v1/docs',
  '/api/v1/docs/static/index.html',
  '/photos/',
  '/healthz',
  '/api/v1/events',
] as const

let guide: TestPages
let test: TestApp
let port: number
let known: [string, ...string[]]
const responded = new Map<number, number>()

beforeAll(async () => {
  guide = await testPages({ distDir: DIST_DIR })
  test = await buildTestApp(guide)
  const id = await publish(test, { photo: (await jpeg()).toString('base64') })
  const photo = (await listed(test)).items[0]?.photo ?? ''
  known = [`/events/${id}`, ...ADDRESSES, new URL(photo).pathname]
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await test.close()
  await guide.remove()
})

/** The fault of a response; undefined when it has none. */
function problemOf(method: string, { status, head, body }: VerbatimResponse): string | undefined {
  if (status === 0) return 'no response'
  if (status >= 500) return 'a response 5xx'
  const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? ''
  const location = /^location: (.*)$/im.exec(head)?.[1]
  if (location !== undefined && !/^\/(?![/\\])/.test(location)) return 'a redirect to another site'
  if (/^(?:<!doctype html>|\{)/i.test(body) && /(?:href|content)="https?:\/\/evil/.test(body))
    return 'a page that points to another site'
  // A compressed or chunked body says as much by its type.
  const isPlain = !/^(?:content|transfer)-encoding:/im.test(head)
  if (status < 400 || method === 'HEAD' || method === 'OPTIONS') return undefined
  if (type.startsWith('text/html'))
    return isPlain && !/^<!doctype html>/i.test(body) ? 'half a page' : undefined
  if (!type.startsWith('application/json')) return `a refusal as ${type || 'nothing'}`
  const isEnvelope = !isPlain || errorEnvelopeSchema.safeParse(JSON.parse(body)).success
  return isEnvelope ? undefined : 'a refusal of another shape'
}

async function tryRequest(random: SeededRandom): Promise<string | undefined> {
  const method = hostileMethod(random)
  const sent = { method, target: hostileTarget(known, random), headers: hostileHeaderLines(random) }
  const response = await sendBytes(port, requestBytes(sent))
  responded.set(response.status, (responded.get(response.status) ?? 0) + 1)
  const problem = problemOf(method, response)
  return (
    problem &&
    `${problem}: ${JSON.stringify(sent).slice(0, 600)} → ${response.head.slice(0, 300)} ${response.body.slice(0, 200)}`
  )
}

describe('hostile requests for pages and files', () => {
  it(
    `${REQUESTS} of them get no response 5xx, and every refusal is a page or an envelope`,
    { timeout: 3_600_000 },
    async () => {
      const random = randomFrom(SEED)
      const problems: string[] = []
      for (let number = 1; number <= REQUESTS; number += 1) {
        const problem = await tryRequest(random)
        if (problem !== undefined) problems.push(`#${number} ${problem}`)
      }
      const counts = [...responded]
        .toSorted(([a], [b]) => a - b)
        .map(([status, times]) => `${status}: ${times}`)
      process.stdout.write(
        `fuzz: ${REQUESTS} requests for pages and files, seed ${SEED}, ${problems.length} problems; responses ${counts.join(', ')}\n`,
      )
      expect(problems.slice(0, 5)).toEqual([])
      expect((await test.app.inject({ url: '/readyz' })).statusCode).toBe(200)
    },
  )
})
