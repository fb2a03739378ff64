import { expect, it } from 'vitest'
import type { PublicEvent } from '@/contract/events/events'
import { eventCard } from './card-routes'

const overline = (start: string, end: string) =>
  eventCard(
    {
      title: 'Feira',
      tags: [],
      location_name: 'Ericeira',
      start_time: Date.parse(start) / 1000,
      end_time: Date.parse(end) / 1000,
      is_all_day: true,
    } as unknown as PublicEvent,
    'en',
  ).overline.replaceAll(/\s/g, ' ')

it('the card of a whole day names it alone, also on the day of 25 hours', () => {
  expect(overline('2026-10-24T23:00Z', '2026-10-26T00:00Z')).toBe('Sunday, October 25 · All day')
  expect(overline('2026-10-24T23:00Z', '2026-10-27T00:00Z')).toBe('October 25 – 26, 2026')
})
