import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { EMPTY_PROGRAMME, renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { hasTides } from '@/client/features/event/event-facts'
import { Route } from '@/client/features/events/events-route'
import { WeekSheet } from '@/client/features/week/week-page'
import { Footer } from './root'
import { MoreMenu } from '@/client/shared/layout/header'

// The site is a village without a sea.
vi.mock('@/site/site', async (original) => ({ ...(await original<object>()), TIDE_STATION: undefined }))

afterEach(cleanup)

const surf = { id: '1', key: 'surf', name: 'Surf' }
const contest = programmeEvent('contest', Math.floor(Date.now() / 1000) + 3600, { tags: [surf] })

test('a village without a gauge says no word of tides: in menus, on paper, in the list and at a beach', async () => {
  render(
    await inRouter(
      <>
        <Footer />
        <MoreMenu />
        <WeekSheet days={[{ day: '2026-12-04', events: [contest] }]} today="2026-11-24" locale="en" />
      </>,
    ),
  )
  expect(screen.getByText('Event contest')).toBeDefined()
  expect(document.body.textContent).not.toMatch(/tide|low \d|high \d|sunset/i)
  expect(document.querySelector('a[href="/tides"]')).toBeNull()
  cleanup()

  const list = async () => ({ data: { items: [contest], has_more: false } })
  const programme = { ...EMPTY_PROGRAMME, list }
  await renderRoute(Route, { path: '/events', address: '/events?tags=surf', programme })
  const card = await screen.findByRole('article')
  const heading = card.closest('section')?.querySelector('h2')
  expect(heading?.nextElementSibling?.contains(card)).toBe(true)

  expect(hasTides({ ...contest, location_name: 'Praia do Sul' })).toBe(false)
})
