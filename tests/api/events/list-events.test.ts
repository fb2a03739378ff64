import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, listed, publish, submit } from '@tests/support/server/calls'

// Which events a filter has, in which order, is what the random comparison of server and device tells (tests/offline/programme.test.ts).
describe('GET /events', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await buildTestApp()
    await publish(test, { title: 'Tonight', tag_keys: ['music'] })
    for (let more = 0; more < 6; more += 1) await publish(test)
    await submit(test, { title: 'Not reviewed yet' })
  })
  afterAll(() => test.close())

  it('caps a page at 100 and defaults to 6', async () => {
    expect((await listed(test, '?per_page=5000')).items).toHaveLength(7)
    expect((await listed(test)).items).toHaveLength(6)
  })

  it('gives price in euros, links and tags without what is private', async () => {
    const { items } = await listed(test, '?tags=music&per_page=100')
    const shown = items.find(({ title }) => title === 'Tonight')
    expect(shown).toMatchObject({
      price: 5.5,
      info_url: 'https://example.com/sunset',
      tags: [{ key: 'music', name: 'Music' }],
      info_links: [{ type: 'instagram', data: 'https://www.instagram.com/ericeira.events' }],
    })
    expect(JSON.stringify(items)).not.toMatch(/ana@example\.com|"email"/)
  })

  it.each([
    ['page=0', 'page'],
    ['start_date=tomorrow', 'start_date'],
    ['end_date=2026-06-20', 'end_date'],
    ['end_date=0000-01-01T00:00:00Z', 'end_date'],
    ['start_date=2026-07-01T00:00:00.1234567890Z', 'start_date'],
    ['q=a', 'q'],
  ])('refuses %s and names the field', async (query, path) => {
    const { status, error } = await call(test, 'GET', `/events?${query}`)
    expect([status, error?.code, error?.fields]).toMatchObject([422, 'VALIDATION_FAILED', [{ path }]])
  })
})
