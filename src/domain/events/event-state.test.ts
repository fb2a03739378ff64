import { describe, expect, it } from 'vitest'
import { dayShown, isOnDay } from '@/domain/timetables/recurrence'
import { announcementOn, currentStates, withState, type EventStates } from './event-state'

const at = (iso: string) => Date.parse(iso) / 1000
const occurrence = (start: string, end: string) => ({
  start_time: at(start),
  end_time: at(end),
  is_all_day: false,
})
const contest = occurrence('2026-06-19T23:00:00Z', '2026-06-22T22:59:59Z')
const night = occurrence('2026-06-20T21:00:00Z', '2026-06-21T02:00:00Z')

describe('the days of an occurrence', () => {
  it('of an evening are the one it began on', () => {
    expect(isOnDay(night, '2026-06-20')).toBe(true)
    expect(isOnDay(night, '2026-06-21')).toBe(false)
    expect(dayShown(night, at('2026-06-21T01:00:00Z'))).toBe('2026-06-20')
  })

  it('stand for today while it is under way', () => {
    expect(dayShown(contest, at('2026-06-15T10:00:00Z'))).toBe('2026-06-20')
    expect(dayShown(contest, at('2026-06-21T10:00:00Z'))).toBe('2026-06-21')
    expect(dayShown(contest, at('2026-06-30T10:00:00Z'))).toBe('2026-06-22')
  })
})

describe('what holds on a day', () => {
  const days = [{ day: '2026-06-20', state: 'on' as const, note: 'Heat 1 at 8:30' }]

  it.each([
    ['cancelled', 'cancelled'],
    ['postponed', 'postponed'],
    ['moved', 'on'],
    ['sold_out', 'on'],
  ] as const)('of an event that is %s as a whole is %s', (state, shown) => {
    expect(announcementOn({ whole: { state }, days }, '2026-06-20')?.state).toBe(shown)
    expect(announcementOn({ whole: { state }, days }, '2026-06-21')?.state).toBe(state)
  })

  it('replaces what an occurrence said before', () => {
    const states: EventStates = { days }
    const before = { ...contest, state: 'cancelled' as const, note: 'Rain' }
    expect(withState(before, states, at('2026-06-20T10:00:00Z'))).toMatchObject({ state: 'on' })
    expect(withState(before, states, at('2026-06-21T10:00:00Z'))).toEqual(contest)
    expect(withState(before, undefined, 0)).toEqual(before)
  })

  it('is not told any more when the day is over, unless its evening may go on', () => {
    expect(currentStates({ days }, at('2026-06-21T22:00:00Z'))).toEqual({ days })
    expect(currentStates({ days }, at('2026-06-21T23:00:00Z'))).toBeUndefined()
  })
})
