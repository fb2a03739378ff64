import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call, publish } from '@tests/support/server/calls'
import { testPages } from '@tests/support/server/test-pages'
import type { TestPages } from '@tests/support/server/test-pages'

let guide: TestPages
let test: TestApp
/** Every evening from 22:00 to 02:00, longer than the pages list. */
let nights: string
beforeAll(async () => {
  guide = await testPages()
  test = await buildTestApp(guide)
  nights = await publish(test, {
    title: 'Night after night',
    timetable: {
      repeated: {
        days: [0, 1, 2, 3, 4, 5, 6],
        start_hour: 22,
        start_minute: 0,
        end_hour: 2,
        end_minute: 0,
        period_start_date: '2026-06-15',
        period_end_date: '2028-06-14',
        is_all_day: false,
      },
    },
  })
})
afterAll(async () => {
  await test.close()
  await guide.remove()
})

const page = (url: string) =>
  test.app.inject({ url, headers: { accept: 'text/html', 'accept-language': 'en' } })

describe('the page of an event, rendered by the server', () => {
  it('shows the occurrence of the day in its address first, and the others once', async () => {
    const { statusCode, body } = await page(`/events/${nights}?date=2026-06-20`)
    expect(statusCode).toBe(200)
    expect(body).toContain('10:00 PM – 2:00 AM')
    expect(body).toContain('Every day')
    expect(body.match(/Sat, Jun 20\b/g), 'not among the other dates').toHaveLength(1)
    expect(body.match(/>Mon, Jun 15</g)).toHaveLength(1)
    expect(body.match(/>Fri, Jun 26</g), 'folded, and in the page').toHaveLength(1)
  })

  it('has the title and the structured data of that occurrence, and the address of the event', async () => {
    const { body } = await page(`/events/${nights}?date=2026-06-20`)
    expect(body).toContain('<title>Night after night · Jun 20, 2026 · Ericeira Events</title>')
    expect(body).toContain('"startDate":"2026-06-20T22:00:00+01:00","endDate":"2026-06-21T02:00:00+01:00"')
    expect(body).toMatch(new RegExp(`<link rel="canonical" href="[^"?]*/events/${nights}"`))
  })

  it('computes a day beyond the dates that are listed', async () => {
    const { body } = await page(`/events/${nights}?date=2027-12-31`)
    expect(body).toContain('Fri, Dec 31, 2027')
  })

  it.each([
    '2026-06-14',
    '2028-06-15',
    '2029-02-28',
    '2026-02-30',
    'tomorrow',
    '',
    '2026-06-20T00:00',
    '%00',
    '20260620',
  ])('leads from %s, on which nothing is to come, to the page of the event', async (date) => {
    const { statusCode, headers } = await page(`/events/${nights}?date=${date}`)
    expect(statusCode).toBe(307)
    expect(headers.location).toBe(`/events/${nights}`)
  })
})

describe('the rule of a recurring event', () => {
  it('is in the event and in the programme, whether or not all of it is stored', async () => {
    const short = await publish(test, {
      title: 'Two weeks of yoga',
      timetable: {
        repeated: {
          days: [1],
          period_start_date: '2026-06-16',
          period_end_date: '2026-06-30',
          is_all_day: true,
        },
      },
    })
    const once = await publish(test, { title: 'Only once' })
    const programme = (await call(test, 'GET', '/events/list')).data as { items: ProgrammeEvent[] }
    const ruleOf = (id: string) => programme.items.find((event) => event.id === id)?.rule
    expect(ruleOf(short)).toMatchObject({ days: [1], period_end_date: '2026-06-30' })
    expect(ruleOf(nights)).toMatchObject({ start_hour: 22, end_hour: 2 })
    expect(ruleOf(once)).toBeUndefined()
    for (const id of [short, nights, once]) {
      const event = (await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent
      expect(event.rule).toEqual(ruleOf(id))
    }
  })
})
