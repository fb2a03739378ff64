import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { publish } from '@tests/support/server/calls'
import { testPages, type TestPages } from '@tests/support/server/test-pages'

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

  it.each(['2026-06-14', '2026-02-30', '%00', ''])(
    'leads from %s, on which nothing is to come, to the page of the event',
    async (date) => {
      const { statusCode, headers } = await page(`/events/${nights}?date=${date}`)
      expect(statusCode).toBe(307)
      expect(headers.location).toBe(`/events/${nights}`)
    },
  )
})
