import { expect, it } from 'vitest'
import { MAX_SHARED, planFragment, readPlanFragment } from './plan-offer'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

it('a shared plan is read as it was written, each event once, and as far as an address goes', () => {
  const plan = [{ eventId: id(1), day: '2026-12-05' }, { eventId: id(2) }]
  expect(readPlanFragment(planFragment(plan))).toEqual(plan)
  const many = Array.from({ length: 300 }, (_, n) => ({ eventId: id(n) }))
  expect(readPlanFragment(planFragment([...many, ...many]))).toEqual(many.slice(0, MAX_SHARED))
})

it.each(['', 'x', 'e=', 'e=1,../admin,<b>', `e=${id(1)}x`, `f=${id(1)}`])('%j is no plan', (fragment) => {
  expect(readPlanFragment(fragment)).toEqual([])
})

it.each(['.', ')', '>', '&utm_source=chat', '’'])('a chat may have taken %s along', (end) => {
  expect(readPlanFragment(`e=${id(1)},${id(2)}@2026-12-05${end}`)).toEqual([
    { eventId: id(1) },
    { eventId: id(2), day: '2026-12-05' },
  ])
})

it('a day that is none leaves the event', () => {
  expect(readPlanFragment(`e=${id(1)}@2026-13-45,${id(1)},nonsense`)).toEqual([{ eventId: id(1) }])
})
