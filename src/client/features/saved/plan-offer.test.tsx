import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { Route } from './saved-route'
import { planFragment } from './shared-plan'

const device = vi.hoisted(() => {
  const listeners = new Set<() => void>()
  return {
    plan: new Array<object>(),
    listeners,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
})
vi.mock('@/client/shared/offline/offline-client', () => ({
  loadedOfflineClient: () => undefined,
  loadOfflineClient: async () => ({
    saved: {
      save: async (events: readonly { event: { id: string } }[]) => {
        const added = events.map(({ event }) => ({ event, saved: { eventId: event.id, snapshot: event } }))
        device.plan = [...device.plan, ...added]
        for (const listener of device.listeners) listener()
      },
    },
  }),
}))
vi.mock('@/client/shared/offline/use-live-device', async () => {
  const { useSyncExternalStore } = await import('react')
  return { useLiveDevice: () => useSyncExternalStore(device.subscribe, () => device.plan) }
})
vi.mock('./all-devices', () => ({ AllDevices: () => null }))

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

afterEach(() => {
  cleanup()
  device.plan = []
})

it('a shared plan stays until all of its events were added', async () => {
  let isReachable = false
  const page = await open(async (id) => {
    if (id === HERE.id) return { data: HERE }
    if (isReachable) return { data: LATER }
    throw new TypeError('Failed to fetch')
  })
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name: 'Add this event' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull())
  expect(page.address()).toContain(LATER.id)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'A plan was shared with you' }))
  expect(screen.queryByText('You’ve already saved them all.')).toBeNull()

  isReachable = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Add this event' }))
  await waitFor(() => expect(page.address()).toBe('/saved'))
  expect(device.plan).toHaveLength(2)
})
