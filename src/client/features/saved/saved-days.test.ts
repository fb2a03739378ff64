import { describe, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'
import type { PlannedEvent } from '@/offline/saved/saved-plan'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { savedDays } from './saved-days'

const HOUR = 3600
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 15, 10) / 1000

function planned(event: ProgrammeEvent, { day, hasLeft = false }: { day?: string; hasLeft?: boolean } = {}) {
  const saved = { eventId: event.id, savedAt: 0, snapshot: event, ...(day !== undefined && { day }) }
  return { saved, event, hasLeft } satisfies PlannedEvent
}

function titles(plan: readonly PlannedEvent[], now = NOW) {
  const { days, past } = savedDays(plan, now)
  return {
    days: days.map(({ day, entries }) => [day, ...entries.map(({ event }) => event.id)].join(' ')),
    past: past.map(({ event }) => event.id),
  }
}

describe('the saved events by day', () => {
  it('are in the order of time, what is under way today, and what is over below, the last first', () => {
    const plan = [
      planned(programmeEvent('late', NOW + DAY + HOUR)),
      planned(programmeEvent('early', NOW + DAY)),
      planned(programmeEvent('festival', NOW - DAY, { end_time: NOW + 2 * DAY })),
      planned(programmeEvent('before', NOW - 3 * DAY)),
      planned(programmeEvent('yesterday', NOW - DAY)),
    ]
    expect(titles(plan)).toEqual({
      days: ['2026-06-15 festival', '2026-06-16 early late'],
      past: ['yesterday', 'before'],
    })
  })

  it('stand under the day that was chosen of a series, also once it is over', () => {
    const weeks = [0, 7, 14].map((days) => ({
      start_time: NOW + days * DAY + HOUR,
      end_time: NOW + days * DAY + 3 * HOUR,
      is_all_day: false,
    }))
    const weekly = programmeEvent('weekly', NOW + HOUR, { schedules: weeks })
    expect(titles([planned(weekly, { day: '2026-06-22' })]).days).toEqual(['2026-06-22 weekly'])
    expect(titles([planned(weekly)]).days).toEqual(['2026-06-15 weekly'])
    // The programme lists only the third by then.
    const later = { ...weekly, schedules: weeks.slice(2) }
    expect(titles([planned(later, { day: '2026-06-22' })], NOW + 8 * DAY)).toEqual({
      days: [],
      past: ['weekly'],
    })
    expect(titles([planned(later)], NOW + 8 * DAY).days).toEqual(['2026-06-29 weekly'])
  })

  it('say what takes place at the same time, and not what lasts, is off, or has left the guide', () => {
    const at = (id: string, more: Partial<ProgrammeEvent> = {}) => programmeEvent(id, NOW + DAY, more)
    const plan = [
      planned(at('fado')),
      planned(at('surf', { start_time: NOW + DAY + HOUR })),
      planned(programmeEvent('next', NOW + DAY + 2 * HOUR + 1)),
      planned(at('whole', { is_all_day: true, schedules: [] })),
      planned(at('off', { states: { whole: { state: 'cancelled' }, days: [] } })),
      planned(at('gone'), { hasLeft: true }),
    ]
    const entries = savedDays(plan, NOW).days.flatMap((one) => one.entries)
    const overlaps = entries.flatMap(({ event, overlapping }) =>
      overlapping.length > 0 ? [[event.id, ...overlapping]] : [],
    )
    expect(overlaps).toEqual([
      ['fado', 'Event surf'],
      ['surf', 'Event fado'],
    ])
  })
})
