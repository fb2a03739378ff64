import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { at, call, listed, publish, submit, titles } from '@tests/support/server/calls'

const timed = (start: string, end: string) => ({
  timetable: { list: [{ start_time: start, end_time: end, is_all_day: false }] },
})
const allDay = (first: string, last: string) => ({
  timetable: { list: [{ start_time: first, end_time: last, is_all_day: true }] },
})

// It is Monday 15 June 2026, 11:00 in the village.
describe('GET /events', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await buildTestApp()
    await publish(test, {
      title: 'Tonight',
      tag_keys: ['music'],
      ...timed('2026-06-15 21:00:00', '2026-06-16 00:00:00'),
    })
    await publish(test, {
      title: 'Under way today',
      tag_keys: ['food'],
      ...allDay('2026-06-15', '2026-06-15'),
    })
    await publish(test, { title: 'Exhibition', tag_keys: ['market'], ...allDay('2026-06-15', '2026-08-31') })
    await publish(test, {
      title: 'Saturday',
      tag_keys: ['music', 'food'],
      ...timed('2026-06-20 10:00:00', '2026-06-20 12:00:00'),
    })
    await publish(test, {
      title: 'Next year',
      tag_keys: ['surf'],
      ...timed('2027-05-01 10:00:00', '2027-05-01 12:00:00'),
    })
    await submit(test, { title: 'Not reviewed yet' })
    await publish(test, {
      title: 'Weekly class',
      tag_keys: ['yoga'],
      timetable: {
        repeated: {
          days: [2, 4],
          start_hour: 9,
          start_minute: 0,
          end_hour: 10,
          end_minute: 0,
          period_start_date: '2026-06-15',
          period_end_date: '2027-06-30',
          is_all_day: false,
        },
      },
    })
  })
  afterEach(() => test.clock.set(TEST_NOW))
  afterAll(() => test.close())

  it('lists published events from now on, one row an event, ordered by day and start', async () => {
    expect(await titles(test, '?per_page=100')).toEqual([
      'Under way today',
      'Tonight',
      'Exhibition',
      'Weekly class',
      'Saturday',
      'Next year',
    ])
  })

  it('caps a page at 100 and defaults to 6', async () => {
    expect((await call(test, 'GET', '/events?per_page=5000')).status).toBe(200)
    expect((await listed(test)).items).toHaveLength(6)
  })

  it('gives price in euros, links, tags and absolute addresses without what is private', async () => {
    const { items } = await listed(test, '?tags=music')
    expect(items[0]).toMatchObject({
      price: 5.5,
      info_url: 'https://example.com/sunset',
      title: 'Tonight',
      tags: [{ key: 'music', name: 'Music' }],
      info_links: [{ type: 'instagram', data: 'https://www.instagram.com/ericeira.events' }],
    })
    expect(Object.keys(items[0] ?? {})).not.toEqual(expect.arrayContaining(['email']))
    expect(JSON.stringify(items)).not.toContain('ana@example.com')
  })

  it.each([
    ['page=0', 'page'],
    ['per_page=x', 'per_page'],
    ['start_date=tomorrow', 'start_date'],
    ['end_date=2026-06-20', 'end_date'],
    ['start_date=9999-12-31T00:00:00Z', 'start_date'],
    ['end_date=0000-01-01T00:00:00Z', 'end_date'],
    ['start_date=2026-07-01T00:00:00.1234567890Z', 'start_date'],
    ['end_date=2026-07-01T00:00:00.1234567890%2B01:00', 'end_date'],
  ])('refuses %s and names the field', async (query, path) => {
    const response = await call(test, 'GET', `/events?${query}`)
    expect(response.status).toBe(422)
    expect(response.error).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ path, code: 'invalid' }] })
  })

  it('takes as many tags as an address can hold', async () => {
    const others = Array.from({ length: 200 }, (_, n) => `nothing-${String(n).padStart(40, '0')}`)
    const found = await titles(test, '?tags=yoga')
    expect(found).not.toEqual([])
    expect(await titles(test, `?tags=${[...others, 'yoga'].join(',')}`)).toEqual(found)
  })

  it('reads instants as exact as a nanosecond', async () => {
    const query = '?tags=yoga&start_date=2026-06-16T09:00:00.123456789Z'
    expect((await listed(test, query)).items.map(({ start_time }) => start_time)).toEqual([
      at('2026-06-18T08:00:00Z'),
    ])
  })

  it('lists all tags, and the used ones with their count', async () => {
    const all = (await call(test, 'GET', '/events/tags')).data as { items: { key: string }[] }
    expect(all.items.map(({ key }) => key)).toEqual(['food', 'market', 'music', 'surf', 'yoga'])
    const used = (await call(test, 'GET', '/events/tags/used')).data as {
      items: { key: string; count: number }[]
    }
    expect(used.items.map(({ key, count }) => [key, count])).toEqual([
      ['food', 2],
      ['music', 2],
      ['market', 1],
      ['surf', 1],
      ['yoga', 1],
    ])
  })
})
