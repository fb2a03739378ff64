import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { submission } from '@tests/support/server/submissions'
import { createMetrics, serveMetrics, type Metrics } from '@/server/http/metrics/metrics'
import { jobs } from '@/server/platform/database/schema'

const ADDRESS = '203.0.113.77'

let test: TestApp
let metrics: Metrics
let isListening = true
beforeAll(async () => {
  metrics = createMetrics({
    pool: { totalCount: 5, idleCount: 2, waitingCount: 1 },
    isChannelListening: () => isListening,
  })
  test = await buildTestApp({
    metrics,
    limits: [{ of: ['sendSupportMessage'], by: 'network', max: 0, windowMs: 60_000 }],
  })
})
afterAll(() => test.close())

/** The value of a metric with these labels; undefined when there is none. */
async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const lines = (await metrics.text()).split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line))
  const line = lines.find((one) =>
    Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
  )
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

const writtenAgo = (ago: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/v1/events',
    headers: { 'x-written-ago': ago },
    payload: submission(),
  })

describe('the metrics', () => {
  it('count requests by route and status, and what the cache gave', async () => {
    for (let time = 0; time < 3; time += 1) await call(test, 'GET', '/events', { remoteAddress: ADDRESS })
    await call(test, 'GET', `/events/${randomUUID()}`)
    expect(await valueOf('guide_http_request_seconds_count', { route: '/api/v1/events', code: '200' })).toBe(
      3,
    )
    expect(
      await valueOf('guide_http_request_seconds_count', { route: '/api/v1/events/:id', code: '404' }),
    ).toBe(1)
    expect(await valueOf('guide_response_cache_total', { result: 'hits' })).toBe(2)
    expect(await valueOf('guide_response_cache_total', { result: 'misses' })).toBe(2)
  })

  it('tell jobs by state, connections, and whether other servers are heard', async () => {
    const at = new Date(Date.now() - 60_000)
    const job = { kind: 'mail', payload: {}, runAt: at, createdAt: at }
    await test.db.insert(jobs).values([
      { ...job, id: randomUUID(), dedupeKey: 'waits' },
      { ...job, id: randomUUID(), dedupeKey: 'failed', lastError: 'Error', doneAt: at },
      { ...job, id: randomUUID(), dedupeKey: 'done', doneAt: at },
    ])
    expect(await valueOf('guide_jobs', { kind: 'mail', state: 'waiting' })).toBe(1)
    expect(await valueOf('guide_jobs', { kind: 'mail', state: 'given_up' })).toBe(1)
    expect(await valueOf('guide_job_age_seconds', { kind: 'mail' })).toBeGreaterThanOrEqual(60)
    expect([await valueOf('guide_pool_used'), await valueOf('guide_pool_waiting')]).toEqual([3, 1])
    expect(await valueOf('guide_photos_in_work')).toBe(0)
    expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
    isListening = false
    expect(await valueOf('guide_channel_heard')).toBe(0)
  })

  it('tell how long ago what is stored was written, and take nobody’s word for a number', async () => {
    for (const ago of ['7200', '-1', '1e9', '999999999999'])
      expect((await writtenAgo(ago)).statusCode).toBe(201)
    const route = '/api/v1/events'
    expect(await valueOf('guide_outbox_entry_age_seconds_sum', { route, method: 'POST' })).toBe(7200)
    expect(await valueOf('guide_outbox_entry_age_seconds_count', { route, method: 'POST' })).toBe(1)
  })

  it('name nobody: no address, and no address of a page that somebody has made up', async () => {
    await test.app.inject({ url: '/somebody@example.com', remoteAddress: ADDRESS })
    expect(await metrics.text()).not.toMatch(/203\.0\.113|example\.com/)
  })

  it('are served at their own port, and nothing else is', async () => {
    const { port, close } = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' })
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(response.headers.get('content-type')).toContain('version=0.0.4')
    expect(await response.text()).toContain('guide_http_request_seconds_bucket')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    await close()
  })
})

describe('the id of a request', () => {
  const headers = { 'x-request-id': 'proxy-0123456789', 'x-forwarded-for': ADDRESS }

  it('is that of a trusted proxy, and of nobody else', async () => {
    const behind = await buildTestApp({ config: { trustProxy: '10.0.0.5' }, beside: test })
    const idFrom = async (remoteAddress: string, more = {}) =>
      (await behind.app.inject({ url: '/healthz', remoteAddress, headers: { ...headers, ...more } })).headers[
        'x-request-id'
      ]
    expect(await idFrom('10.0.0.5')).toBe('proxy-0123456789')
    expect(await idFrom('10.0.0.6')).not.toBe('proxy-0123456789')
    expect(await idFrom('10.0.0.5', { 'x-request-id': 'not an id' })).toMatch(/^[0-9a-f-]{36}$/)
    await behind.close()
  })
})
