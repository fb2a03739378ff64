import { expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import {
  MAX_SHARED,
  planFragment,
  readPlanFragment,
  savedDays,
  type PlanDay,
  type PlannedEvent,
} from './saved-plan'

const HOUR = 3600
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 15, 10) / 1000

function planned(event: ProgrammeEvent, { day, hasLeft = false }: { day?: string; hasLeft?: boolean } = {}) {
  const saved = { eventId: event.id, savedAt: 0, snapshot: event, ...(day !== undefined && { day }) }
  return { saved, event, hasLeft } satisfies PlannedEvent
}

const idsOf = (days: readonly PlanDay[]) =>
  days.map(({ day, events }) => [day, ...events.map(({ id }) => id)].join(' '))

it('what is saved is in the order of time, what is under way today, and what is over below, the last first', () => {
  const plan = [
    planned(programmeEvent('late', NOW + DAY + HOUR)),
    planned(programmeEvent('early', NOW + DAY)),
    planned(programmeEvent('festival', NOW - DAY, { end_time: NOW + 2 * DAY })),
    planned(programmeEvent('before', NOW - 3 * DAY), { hasLeft: true }),
    planned(programmeEvent('yesterday', NOW - DAY)),
    planned(programmeEvent('gone', NOW + DAY), { hasLeft: true }),
  ]
  const { days, left, past } = savedDays(plan, NOW)
  expect(idsOf(days)).toEqual(['2026-06-15 festival', '2026-06-16 early late'])
  expect(left.map(({ id }) => id)).toEqual(['gone'])
  expect(idsOf(past)).toEqual(['2026-06-14 yesterday', '2026-06-12 before'])
})

it('the chosen day of a series stays its day, also once it is over', () => {
  const weeks = [0, 7, 14].map((days) => ({
    start_time: NOW + days * DAY + HOUR,
    end_time: NOW + days * DAY + 3 * HOUR,
    is_all_day: false,
  }))
  const weekly = programmeEvent('weekly', NOW + HOUR, { schedules: weeks })
  expect(idsOf(savedDays([planned(weekly, { day: '2026-06-22' })], NOW).days)).toEqual(['2026-06-22 weekly'])
  expect(idsOf(savedDays([planned(weekly)], NOW).days)).toEqual(['2026-06-15 weekly'])
  // The programme lists only the third by then.
  const later = { ...weekly, schedules: weeks.slice(2) }
  const after = NOW + 8 * DAY
  expect(savedDays([planned(later, { day: '2026-06-22' })], after)).toMatchObject({
    days: [],
    past: [{ day: '2026-06-22' }],
  })
  expect(idsOf(savedDays([planned(later)], after).days)).toEqual(['2026-06-29 weekly'])
})

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

it('a shared plan is read as it was written, each event once, and as far as an address goes', () => {
  const plan = [{ eventId: id(1), day: '2026-12-05' }, { eventId: id(2) }]
  expect(readPlanFragment(planFragment(plan))).toEqual(plan)
  const many = Array.from({ length: 300 }, (_, n) => ({ eventId: id(n) }))
  expect(readPlanFragment(planFragment([...many, ...many]))).toEqual(many.slice(0, MAX_SHARED))
})

it.each(['', 'e=1,../admin,<b>', `e=${id(1)}x`, `f=${id(1)}`])('%j is no plan', (fragment) => {
  expect(readPlanFragment(fragment)).toEqual([])
})

it.each(['.', ')', '&utm_source=chat', ',nonsense'])('a chat may have taken %s along', (end) => {
  expect(readPlanFragment(`e=${id(1)}@2026-13-45,${id(2)}@2026-12-05${end}`)).toEqual([
    { eventId: id(1) },
    { eventId: id(2), day: '2026-12-05' },
  ])
})
