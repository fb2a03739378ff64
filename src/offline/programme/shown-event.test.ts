import { describe, expect, it } from 'vitest'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { shownEvent } from './programme-reader'

/** An evening of two hours. */
const fado = programmeEvent('fado', Date.parse('2026-07-04T20:00:00Z') / 1000)

const DAY = 86_400
const weeks = [0, 7, 14].map((days) => ({
  start_time: fado.start_time + days * DAY,
  end_time: fado.end_time + days * DAY,
  is_all_day: false,
}))
const event = { ...fado, schedules: weeks }

/** The shown occurrence begins so many days after the first one. */
function shown(date: string | undefined, now: number) {
  const { event: found, chosenDay } = shownEvent(event, { date, now })
  return { after: (found.start_time - fado.start_time) / DAY, chosenDay }
}

describe('the occurrence that a page shows first', () => {
  it('is that of the day in its address', () => {
    expect(shown('2026-07-11', fado.start_time - DAY)).toEqual({ after: 7, chosenDay: '2026-07-11' })
  })

  it('is the next one without a day, with one between, and with one that is over', () => {
    const afterTheFirst = fado.end_time + 60
    for (const date of [undefined, '2026-07-12', '2026-07-04'])
      expect(shown(date, afterTheFirst), date).toEqual({ after: 7, chosenDay: undefined })
  })

  it('stays what was last when all are over', () => {
    const last = { ...fado, schedules: [fado] }
    expect(shownEvent(last, { date: '2026-07-04', now: fado.end_time + DAY }).event.start_time).toBe(
      fado.start_time,
    )
  })
})
