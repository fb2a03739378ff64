import { programmeEvent } from '@tests/support/offline/offline-programme'
import { describe, expect, it } from 'vitest'
import { homeEvents } from './home-route'

const at = (iso: string) => Date.parse(iso) / 1000
const DAY = 86_400
/** Wednesday noon. */
const NOW = at('2026-11-25T12:00:00Z')
const onDay = (id: string, day: string, hour = 20) =>
  programmeEvent(id, at(`${day}T${String(hour).padStart(2, '0')}:00:00Z`))
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id)
const shownOf = (events: Parameters<typeof homeEvents>[0], now = NOW) => {
  const { days, highlights } = homeEvents(events, now)
  return { rows: days.map(({ day, shown }) => [day, ...ids(shown)]), carousel: ids(highlights) }
}

const exhibition = programmeEvent('exhibition', NOW - 9 * DAY, { end_time: NOW + 30 * DAY })
const [tonight, tomorrow, friday, saturday, sunday, monday] = [
  onDay('tonight', '2026-11-25'),
  onDay('tomorrow', '2026-11-26'),
  onDay('friday', '2026-11-27'),
  onDay('saturday', '2026-11-28'),
  onDay('sunday', '2026-11-29'),
  onDay('monday', '2026-11-30'),
]

const many = (day: string) => Array.from({ length: 9 }, (_, n) => onDay(`${day.slice(-2)} ${n}`, day, 13 + n))

describe('the home page', () => {
  it('has rows of today and tomorrow, and in its carousel what has no row: the weekend first, what lasts long at the end', () => {
    expect(shownOf([tonight, exhibition, tomorrow, friday, saturday, sunday, monday])).toEqual({
      rows: [
        ['2026-11-25', 'tonight'],
        ['2026-11-26', 'tomorrow'],
      ],
      carousel: ['saturday', 'sunday', 'friday', 'monday', 'exhibition'],
    })
  })

  it('has rows of the next two days with events where today has none of its own', () => {
    expect(shownOf([exhibition, friday, monday])).toEqual({
      rows: [
        ['2026-11-27', 'friday'],
        ['2026-11-30', 'monday'],
      ],
      carousel: ['exhibition'],
    })
    expect(shownOf([])).toEqual({ rows: [], carousel: [] })
  })

  it('has five rows at most, two of them of the second day, and says how many more a day has', () => {
    const { days, highlights } = homeEvents([...many('2026-11-25'), exhibition, ...many('2026-11-26')], NOW)
    expect(days.map(({ shown, moreCount }) => [shown.length, moreCount])).toEqual([
      [3, 7],
      [2, 7],
    ])
    expect(highlights).toHaveLength(10)
  })
})
