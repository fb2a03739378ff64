import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { WeekSheet } from './week-page'

afterEach(cleanup)

const at = (iso: string) => Date.parse(iso) / 1000
/** The times beside the titles of one day. */
async function timesOn(day: string, events: ReturnType<typeof programmeEvent>[]) {
  const { container } = render(
    await inRouter(<WeekSheet days={[{ day, events }]} today="2026-11-25" locale="en" />),
  )
  return [...container.querySelectorAll('[data-part=entry]')].map((entry) => entry.firstChild?.textContent)
}

it('the week on paper says until when something of several days lasts, and the hour on its first day alone', async () => {
  const concert = programmeEvent('concert', at('2026-11-27T21:00:00Z'))
  const days = { end_time: at('2026-11-29T18:00:00Z') }
  const begun = programmeEvent('begun', at('2026-11-25T21:00:00Z'), days)
  const festival = programmeEvent('festival', at('2026-11-27T21:00:00Z'), days)
  const fair = { ...festival, id: 'fair', is_all_day: true }
  expect(await timesOn('2026-11-27', [concert, festival, begun, fair])).toEqual([
    '9:00 PM',
    '9:00 PM until Nov 29',
    'until Nov 29',
    'until Nov 29',
  ])
})
