import { describe, expect, it } from 'vitest'
import { fado } from './event.fixture'
import { otherDates } from './event-states'

describe('other dates', () => {
  const day = 86_400
  const schedules = [-2, 0, 7, 14].map((days) => ({
    start_time: fado.start_time + days * day,
    end_time: fado.end_time + days * day,
    is_all_day: false,
  }))

  it('are those to come, without the one that the page shows', () => {
    const dates = otherDates({ ...fado, schedules }, fado.start_time - day)
    expect(dates.map(({ start_time }) => (start_time - fado.start_time) / day)).toEqual([7, 14])
  })

  it('are none for an event that happens once', () => {
    expect(otherDates({ ...fado, schedules: schedules.slice(1, 2) }, fado.start_time - day)).toEqual([])
  })
})
