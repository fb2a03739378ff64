import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { Route } from './on-this-device-route'

const device = vi.hoisted(() => ({ saved: ['a', 'b'], clear: vi.fn(), choose: vi.fn(), sync: vi.fn() }))
const listeners = vi.hoisted(() => new Set<() => void>())
vi.mock('@/client/shared/offline/offline-client', () => ({
  loadOfflineClient: async () => ({
    saved: { clear: device.clear },
    replica: { choose: device.choose },
    replicaSync: { sync: device.sync },
  }),
}))
vi.mock('@/client/shared/offline/use-live-device', async () => {
  const { useSyncExternalStore } = await import('react')
  return {
    useLiveDevice: () =>
      useSyncExternalStore(
        (listener: () => void) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        () => device.saved,
      ),
  }
})
vi.mock('./use-stored-programme', () => ({
  useStoredProgramme: () => ({
    events: 2,
    images: 0,
    syncedAt: 1,
    choice: { isRemoved: false, allImages: false },
  }),
  useBrowserStorage: () => undefined,
}))

const open = () =>
  renderRoute(Route, {
    path: '/on-this-device',
    address: '/on-this-device',
    programme: {
      list: async () => ({ data: { items: [], has_more: false } }),
      event: async () => null,
      usedTags: async () => ({ data: [] }),
    },
  })

beforeEach(() => {
  device.saved = ['a', 'b']
})
afterEach(cleanup)

it('images of all events that the device cannot promise are not fetched, and it says so', async () => {
  device.choose.mockResolvedValue(false)
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Keep images of all upcoming events' }))
  expect(await screen.findByText('This device couldn’t save it. It may be out of space.')).toBeTruthy()
  expect(device.sync).not.toHaveBeenCalled()
})

it('the heading has the focus when the saved events go with their card', async () => {
  device.clear.mockImplementation(async () => {
    device.saved = []
    act(() => {
      for (const listener of listeners) listener()
    })
  })
  await open()
  const button = await screen.findByRole('button', { name: 'Remove the saved events' })
  button.focus()
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const heading = screen.getByRole('heading', { level: 1 })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})
