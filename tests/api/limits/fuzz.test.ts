// @module-tag full
import { connect, type AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { ENDPOINT_SAMPLES, samplePath, type Sample } from '@tests/support/server/endpoint-samples'
import {
  hostileBody,
  hostileBytes,
  hostileHeaders,
  hostileQuery,
  hostileSegment,
  type Json,
} from '@tests/support/attacks/hostile-requests'
import { API_PREFIX, type Endpoint } from '@/contract/endpoint'
import { ENDPOINTS, nameOf, type EndpointName } from '@/contract/endpoints'
import { errorEnvelopeSchema } from '@/contract/errors'
import { PLAIN_ROUTES } from '@tests/support/server/plain-routes'
import { randomFrom, type SeededRandom } from '@/domain/posters/poster'
import { isGuessable } from '@/server/identity/password-strength'

/** The short form belongs to each full run; `npm run test:attacks -- fuzz` runs the long one. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 300)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
/** One request in so many goes over a socket, where the bytes themselves can be wrong. */
const RAW_ONE_IN = 20
const TIMEOUT_MS = 15_000
/** The heap may grow so much from the first fifth to the end: a leak of a kilobyte per request is eight times this. */
const MAX_GROWTH_BYTES = REQUESTS * 0.8 * 125 + 2_000_000

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const

let test: TestApp
let people: { admin: SignedIn; owner: SignedIn }
let samples: Map<EndpointName, Sample[]>
let port = 0
const responded = new Map<number, number>()

function count(status: number): void {
  responded.set(status, (responded.get(status) ?? 0) + 1)
}

beforeAll(async () => {
  setFlagsFromString('--expose-gc')
  // The word lists are loaded at the first check that needs them, and stay: 8 MB that no request leaks.
  isGuessable('otorrinolaringologista')
  test = await buildTestApp()
  people = { admin: await test.signIn({ role: 'ADMIN' }), owner: await test.signIn() }
  await freshSamples()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(() => test.close())

async function freshSamples(): Promise<void> {
  samples = new Map()
  // A right one would be changed once, and end the session that later calls come with.
  const owner = { ...people.owner, password: 'not the right one' }
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const made: Sample[] = []
    for (const { make } of ENDPOINT_SAMPLES[name]) made.push(await make({ test, owner }))
    samples.set(name, made)
  }
}

interface FuzzRequest {
  method: (typeof METHODS)[number]
  url: string
  headers: Record<string, string>
  payload: string | Buffer | undefined
  endpoint: Endpoint
}

const oneIn = (random: SeededRandom, number: number) => random.between(1, number) === 1

/** A request that is wrong in some ways, or in none, so that what lies behind the refusals is met too. */
function makeRequest(random: SeededRandom): FuzzRequest {
  const names = Object.keys(ENDPOINTS) as [EndpointName, ...EndpointName[]]
  const name = random.pick(names)
  const endpoint: Endpoint = ENDPOINTS[name]
  const pool = samples.get(name) ?? []
  const sample = pool[random.between(0, Math.max(0, pool.length - 1))] ?? {}
  const isGood = oneIn(random, 10)
  const spoils = (number: number) => !isGood && oneIn(random, number)

  const path = API_PREFIX + samplePath(endpoint.path, { ...sample, query: {} })
  let url = path
  if (spoils(8)) url = url.replace(/[^/]+$/, () => hostileSegment(random))
  if (spoils(40)) url = random.pick(PLAIN_ROUTES).replace(/[*:].*$/, () => hostileSegment(random))
  const method = spoils(15) ? random.pick(METHODS) : endpoint.method
  url += spoils(3)
    ? hostileQuery(sample.query ?? {}, random)
    : samplePath('', sample.query === undefined ? {} : { query: sample.query })

  const { body } = sample
  const isFile = Buffer.isBuffer(body)
  const sent = spoils(2)
    ? hostileBody(isFile ? {} : ((body ?? {}) as Json), random)
    : body === undefined || isFile
      ? body
      : JSON.stringify(body)
  const token = random.pick([people.admin.token, people.admin.token, people.admin.token, people.owner.token])
  return {
    method,
    url,
    headers: {
      // Nobody is signed out in the middle: the calls that follow are to be met with good tokens.
      ...(endpoint.auth === 'none' || endpoint.auth === 'lenient' || spoils(6)
        ? {}
        : { authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { 'content-type': isFile ? 'image/jpeg' : 'application/json' }),
      ...(isGood ? {} : hostileHeaders(random)),
    },
    payload: sent,
    endpoint,
  }
}

/** The fault of a response; undefined when it has none. */
async function tryRequest(random: SeededRandom): Promise<string | undefined> {
  const request = makeRequest(random)
  const { endpoint, payload, ...sent } = request
  const shown = `${nameOf(endpoint)} ${JSON.stringify({ ...sent, payload: payload?.toString('latin1').slice(0, 600) })}`
  const response = await withinPatience(
    test.app.inject({ ...sent, ...(payload === undefined ? {} : { payload }) }),
  )
  if (response === undefined) return `no response: ${shown}`
  count(response.statusCode)
  const text = unpacked(response)
  const problem = problemOf(response.statusCode, text, request)
  if (problem === undefined) return undefined
  return `${problem}: ${shown} → ${response.statusCode} ${text.slice(0, 300)}`
}

/** Resolves with undefined after the timeout. */
async function withinPatience<T>(response: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const impatience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), TIMEOUT_MS)
  })
  return Promise.race([response, impatience]).finally(() => clearTimeout(timer))
}

function problemOf(status: number, text: string, { method, url }: FuzzRequest): string | undefined {
  if (status >= 500) return 'a response 5xx'
  if (status < 400 || method === 'HEAD' || !url.startsWith(`${API_PREFIX}/`)) return undefined
  return errorEnvelopeSchema.safeParse(safeJson(text)).success ? undefined : 'a refusal of another shape'
}

function unpacked({ headers, rawPayload }: LightMyRequestResponse): string {
  const packing = headers['content-encoding']
  if (rawPayload.length === 0) return ''
  if (packing === 'br') return brotliDecompressSync(rawPayload).toString()
  return (packing === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes the bytes, closes the connection, and reads to the end. */
async function tryBytes(random: SeededRandom): Promise<string | undefined> {
  const names = Object.keys(ENDPOINTS) as [EndpointName, ...EndpointName[]]
  const bytes = hostileBytes(API_PREFIX + ENDPOINTS[random.pick(names)].path, random)
  const response = await new Promise<string>((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(Buffer.from(bytes, 'latin1')))
    socket.setTimeout(TIMEOUT_MS, () => {
      received += 'HTTP/1.1 599 the server left the connection open'
      socket.destroy()
    })
    socket.on('data', (part) => (received += part.toString('latin1')))
    // A server that closes the connection on nonsense is right to.
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
  const statuses = [...response.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
  for (const status of statuses) count(status)
  if (statuses.every((status) => status < 500)) return undefined
  return `bytes ${JSON.stringify(bytes.slice(0, 300))} → ${response.slice(0, 300)}`
}

/** Bytes of the heap that are in use, once nothing is left to collect and the response cache is cleared. */
async function heapInUse(): Promise<number> {
  await byAdmin(test, 'POST', '/events/tags', { key: crypto.randomUUID(), name: 'Clears the cache' })
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 4; round += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  return process.memoryUsage().heapUsed
}

describe('hostile requests', () => {
  it(
    `${REQUESTS} of them over every route get no response 5xx, leave the server well and its memory flat`,
    { timeout: 3_600_000 },
    async () => {
      const random = randomFrom(SEED)
      const problems: string[] = []
      let early = 0
      for (let number = 1; number <= REQUESTS; number += 1) {
        const isRaw = oneIn(random, RAW_ONE_IN)
        const problem = await (isRaw ? tryBytes(random) : tryRequest(random))
        if (problem !== undefined) problems.push(`#${number} ${problem}`)
        if (number % 500 === 0) await freshSamples()
        if (number === REQUESTS / 5) early = await heapInUse()
      }
      const late = await heapInUse()
      process.stdout.write(
        `fuzz: ${REQUESTS} requests, seed ${SEED}, ${problems.length} problems; heap ${megabytes(early)} MB after ${REQUESTS / 5}, ${megabytes(late)} MB at the end\nfuzz: responses ${countsText(responded)}\n`,
      )
      expect(problems.slice(0, 5)).toEqual([])
      expect((await test.app.inject({ url: '/readyz' })).statusCode).toBe(200)
      expect(late - early).toBeLessThan(MAX_GROWTH_BYTES)
    },
  )
})

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1)
}

function countsText(counts: ReadonlyMap<number, number>): string {
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, number]) => `${status}: ${number}`)
    .join(', ')
}
