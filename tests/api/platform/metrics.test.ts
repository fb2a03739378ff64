import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { submission } from '@tests/support/server/submissions'
import { serveMetrics } from '@/server/http/metrics/metrics'
import { jobs } from '@/server/platform/database/schema'

const ADDRESS = '203.0.113.77'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ pool: { totalCount: 5, idleCount: 2, waitingCount: 1 } })
})
afterAll(() => test.close())

const text = async () => (await test.metrics?.text()) ?? ''

/** The value of a metric with these labels; undefined when there is none. */
async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const lines = (await text()).split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line))
  const line = lines.find((one) =>
    Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
  )
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

describe('the metrics', () => {
  it('count requests by route and status, and what the cache gave', async () => {
    for (let time = 0; time < 3; time += 1) await call(test, 'GET', '/events', { remoteAddress: ADDRESS })
    await call(test, 'GET', `/events/${randomUUID()}`)
    const requests = (route: string, code: string) =>
      valueOf('guide_http_request_seconds_count', { route, code })
    expect(await requests('/api/v1/events', '200')).toBe(3)
    expect(await requests('/api/v1/events/:id', '404')).toBe(1)
    expect(await valueOf('guide_cached_responses')).toBe(2)
    expect(await valueOf('guide_computed_responses')).toBe(2)
  })

  it('tell jobs by state, and connections', async () => {
    const at = new Date(Date.now() - 60_000)
    const job = { kind: 'mail', payload: {}, runAt: at, createdAt: at }
    await test.db.insert(jobs).values([
      { ...job, id: randomUUID(), dedupeKey: 'waits' },
      { ...job, id: randomUUID(), dedupeKey: 'failed', lastError: 'Error', doneAt: at },
      { ...job, id: randomUUID(), dedupeKey: 'done', doneAt: at },
    ])
    expect(await valueOf('guide_jobs', { kind: 'mail', state: 'waiting' })).toBe(1)
    expect(await valueOf('guide_jobs', { kind: 'mail', state: 'given_up' })).toBe(1)
    expect(await valueOf('guide_job_age_seconds', { kind: 'mail', state: 'waiting' })).toBeGreaterThanOrEqual(
      60,
    )
    expect([await valueOf('guide_pool_used'), await valueOf('guide_pool_waiting')]).toEqual([3, 1])
    expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
  })

  it('take nobody’s word for how long ago something was written', async () => {
    for (const ago of ['7200', '-1', '1e9', '999999999999'])
      await call(test, 'POST', '/events', { body: submission(), headers: { 'x-written-ago': ago } })
    const labels = { route: '/api/v1/events', method: 'POST' }
    expect(await valueOf('guide_outbox_entry_age_seconds_sum', labels)).toBe(7200)
    expect(await valueOf('guide_outbox_entry_age_seconds_count', labels)).toBe(1)
  })

  it('are served at their own port, and name nobody: no address, and no page that somebody has made up', async () => {
    await test.app.inject({ url: '/somebody@example.com', remoteAddress: ADDRESS })
    const server = await serveMetrics({ text }, { port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(response.headers.get('content-type')).toContain('version=0.0.4')
    expect(await response.text()).not.toMatch(/203\.0\.113|example\.com/)
    await server.close()
  })
})
