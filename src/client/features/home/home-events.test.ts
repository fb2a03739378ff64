import { programmeEvent } from '@tests/support/offline/offline-programme'
import { describe, expect, it } from 'vitest'
import { homeEvents } from './home-programme'

const at = (iso: string) => Date.parse(iso) / 1000
const DAY = 86_400
/** Wednesday noon. */
const NOW = at('2026-11-25T12:00:00Z')
const onDay = (id: string, day: string, hour = 20) =>
  programmeEvent(id, at(`${day}T${String(hour).padStart(2, '0')}:00:00Z`))
const ids = (events: readonly { id: string }[] | undefined) => events?.map(({ id }) => id)

const exhibition = programmeEvent('exhibition', NOW - 9 * DAY, { end_time: NOW + 30 * DAY })
const [tonight, tomorrow] = [onDay('tonight', '2026-11-25'), onDay('tomorrow', '2026-11-26')]
const [friday, saturday, sunday, monday] = [
  onDay('friday', '2026-11-27'),
  onDay('saturday', '2026-11-28'),
  onDay('sunday', '2026-11-29'),
  onDay('monday', '2026-11-30'),
]

describe('the home page', () => {
  it('has today, tomorrow, and for its carousel the weekend before what else is to come', () => {
    const all = [tonight, exhibition, tomorrow, friday, saturday, sunday, monday]
    const { today, next, highlights } = homeEvents(all, NOW)
    expect([ids(today.own), ids(today.alsoOn)]).toEqual([['tonight'], ['exhibition']])
    expect([next?.day, ids(next?.own)]).toEqual(['2026-11-26', ['tomorrow']])
    expect(ids(highlights)).toEqual([
      'saturday',
      'sunday',
      'tomorrow',
      'friday',
      'monday',
      'tonight',
      'exhibition',
    ])
  })

  it('has the next day with events where today has none, also when it has an exhibition', () => {
    const { today, next } = homeEvents([exhibition, friday, saturday], NOW)
    expect([ids(today.own), ids(today.alsoOn)]).toEqual([[], ['exhibition']])
    expect(ids(next?.own)).toEqual(['friday'])
  })

  it('has no other day for tomorrow when there is something today, and nothing where there is nothing', () => {
    expect(homeEvents([tonight, friday], NOW).next).toBeUndefined()
    expect(homeEvents([], NOW)).toEqual({
      today: { day: '2026-11-25', own: [], alsoOn: [] },
      next: undefined,
      highlights: [],
    })
  })

  it('has nothing of yesterday on a page that stayed open past midnight, but what is under way', () => {
    const lastNight = programmeEvent('last night', at('2026-11-24T20:00:00Z'), {
      end_time: at('2026-11-25T02:00:00Z'),
    })
    const shown = (now: number) => {
      const { today, highlights } = homeEvents([onDay('yesterday', '2026-11-24', 18), lastNight], now)
      return [ids(today.own), ids(highlights)]
    }
    expect(shown(at('2026-11-25T00:30:00Z'))).toEqual([['last night'], ['last night']])
    expect(shown(at('2026-11-25T02:00:00Z'))).toEqual([[], []])
  })

  it('has the next weekend on a Sunday, and Sunday on a Saturday', () => {
    const nextSaturday = onDay('next saturday', '2026-12-05')
    const on = (day: string) =>
      ids(homeEvents([sunday, monday, nextSaturday], at(`${day}T12:00:00Z`)).highlights)
    expect(on('2026-11-29')).toEqual(['next saturday', 'monday', 'sunday'])
    expect(on('2026-11-28')).toEqual(['sunday', 'monday', 'next saturday'])
  })

  it('has ten in its carousel at most', () => {
    const many = Array.from({ length: 14 }, (_, n) => onDay(`e${n}`, '2026-11-28', 8 + (n % 12)))
    expect(homeEvents(many, NOW).highlights).toHaveLength(10)
  })
})
