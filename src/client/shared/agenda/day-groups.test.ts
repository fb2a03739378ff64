import { programmeEvent } from '@tests/support/offline/offline-programme'
import { describe, expect, it } from 'vitest'
import { dayGroups } from './agenda-rows'

const at = (iso: string) => Date.parse(iso) / 1000
const event = (id: string, start: string, end: string) => programmeEvent(id, at(start), { end_time: at(end) })
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id)

describe('the days of the list', () => {
  it('have the events that begin on them, whatever the visitor’s zone, and the longer ones apart', () => {
    const groups = dayGroups(
      [
        // The times are 23:30 and 00:30 in the village's summer.
        event('evening', '2026-07-04T22:30:00Z', '2026-07-04T22:59:00Z'),
        event('long', '2026-07-04T10:00:00Z', '2026-07-14T22:00:00Z'),
        event('night', '2026-07-04T23:30:00Z', '2026-07-05T02:00:00Z'),
      ],
      { now: at('2026-07-01T12:00:00Z') },
    )
    expect(groups.map(({ day, own, alsoOn }) => [day, ids(own), ids(alsoOn)])).toEqual([
      ['2026-07-04', ['evening'], ['long']],
      ['2026-07-05', ['night'], []],
    ])
  })

  it('have what is under way on the first day, and the night of an evening on that evening', () => {
    const groups = dayGroups(
      [
        event('since yesterday', '2026-11-20T10:00:00Z', '2026-11-22T10:00:00Z'),
        event('club', '2026-11-22T00:30:00Z', '2026-11-22T04:00:00Z'),
        event('exhibition', '2026-11-01T10:00:00Z', '2026-12-22T10:00:00Z'),
      ],
      { now: at('2026-11-21T19:00:00Z'), firstDay: '2026-11-21', lastDay: '2026-11-21' },
    )
    expect(groups.map(({ day, own, alsoOn }) => [day, ids(own), ids(alsoOn)])).toEqual([
      ['2026-11-21', ['since yesterday', 'club'], ['exhibition']],
    ])
  })
})
