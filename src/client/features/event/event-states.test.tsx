import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import type { EventStates } from '@/domain/events/event-state'
import { withState } from '@/domain/events/event-state'
import { fado } from './event.fixture'
import { eventHead } from './head/event-head'
import { Route } from './event-route'

const DAY = 86_400
const FRIDAY = fado.start_time - DAY
const NOW = FRIDAY - DAY

/** A festival on July 3, 4 and 5, with what is said of it. */
function festival(states: EventStates, now = NOW) {
  const days = [0, 1, 2].map((day) => ({
    start_time: FRIDAY + day * DAY,
    end_time: FRIDAY + day * DAY + 7200,
    is_all_day: false,
  }))
  const schedules = days.map((one) => withState(one, states, now))
  return { ...fado, ...schedules[0], schedules, states }
}

async function open(event: ReturnType<typeof festival>) {
  await renderRoute(Route, {
    path: '/events/$id',
    address: `/events/${fado.id}`,
    programme: {
      event: async () => ({ data: event }),
      list: async () => ({ data: { items: [], has_more: false } }),
      usedTags: async () => ({ data: [] }),
    },
  })
  return screen.findByRole('heading', { level: 1 })
}

function statusOf(event: ReturnType<typeof festival>, nowSeconds = NOW) {
  const { meta } = eventHead(event, { origin: 'https://guide.test', locale: 'en', nowSeconds })
  const jsonLd = meta.flatMap((one) =>
    'script:ld+json' in one ? (one['script:ld+json']?.eventStatus ?? []) : [],
  )
  const titles = meta.flatMap((one) => ('title' in one ? one.title : []))
  return [...titles, ...jsonLd]
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a festival', () => {
  it.each([
    ['2026-07-03', 'Fri, Jul 3'],
    ['2026-07-04', 'Sat, Jul 4'],
  ])('with one day called off says so of that day alone: %s', async (day, label) => {
    const event = festival({ days: [{ day, state: 'cancelled', note: 'Too much wind' }] })
    const title = await open(event)
    const days = within(screen.getByRole('heading', { name: 'Day by day' }).closest('section') as HTMLElement)
    expect(days.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `${label}CancelledToo much wind`,
    ])
    expect(screen.getAllByText('Cancelled')).toHaveLength(1)
    expect(title.querySelector('s')).toBeNull()
    expect(statusOf(event)).toEqual(['Fado na Praça · Ericeira Events', 'https://schema.org/EventScheduled'])
  })

  it.each<[string, EventStates]>([
    ['as a whole', { whole: { state: 'cancelled', note: 'Too much wind' }, days: [] }],
    [
      'on each of its days',
      { days: ['03', '04', '05'].map((day) => ({ day: `2026-07-${day}`, state: 'cancelled' })) },
    ],
  ])('that is called off %s is struck', async (_how, states) => {
    const event = festival(states)
    const title = await open(event)
    expect(title.querySelector('s')).not.toBeNull()
    expect(statusOf(event)).toEqual([
      'Cancelled: Fado na Praça · Ericeira Events',
      'https://schema.org/EventCancelled',
    ])
  })

  it('of which every day to come is called off is struck, though its first day took place', async () => {
    const saturday = FRIDAY + DAY - 7200
    vi.setSystemTime(saturday * 1000)
    const days = ['04', '05'].map((day) => ({ day: `2026-07-${day}`, state: 'cancelled' as const }))
    const event = festival({ days }, saturday)
    const title = await open(event)
    expect(title.querySelector('s')).not.toBeNull()
    expect(statusOf(event, saturday)).toEqual([
      'Cancelled: Fado na Praça · Ericeira Events',
      'https://schema.org/EventCancelled',
    ])
  })
})
