import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { loadPageProgramme } from '@/client/shared/offline/page-programme'
import { renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { Route } from './saved-route'
import { planFragment } from '@/offline/saved/saved-plan'

const HERE = programmeEvent('11111111-1111-4111-8111-111111111111', Date.now() / 1000 + 3600)
const LATER = programmeEvent('22222222-2222-4222-8222-222222222222', Date.now() / 1000 + 7200)

function open(event: (id: string) => Promise<{ data: typeof HERE } | null>) {
  const shared = planFragment([HERE, LATER].map(({ id }) => ({ eventId: id })))
  return renderRoute(Route, {
    path: '/saved',
    address: `/saved#${shared}`,
    programme: {
      event,
      list: async () => ({ data: { items: [], has_more: false } }),
      usedTags: async () => ({ data: [] }),
    },
  })
}

it('a shared plan stays until all of its events were added', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  let isReachable = false
  const page = await open(async (id) => {
    if (id === HERE.id) return { data: HERE }
    if (isReachable) return { data: LATER }
    throw new TypeError('Failed to fetch')
  })
  await screen.findByText(/^1 event couldn’t be loaded/)
  fireEvent.click(screen.getByRole('button', { name: 'Add this event' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull())
  expect(page.address()).toContain(LATER.id)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: /^A plan for / }))
  expect(screen.queryByText('You’ve already saved them all.')).toBeNull()

  isReachable = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Add this event' }))
  await waitFor(() => expect(page.address()).toBe('/saved'))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  const { saved } = await loadPageProgramme()
  expect((await saved.all()).map(({ eventId }) => eventId).toSorted()).toEqual([HERE.id, LATER.id])
})
