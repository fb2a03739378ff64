import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { renderRoute } from '@tests/support/in-route'
import { openDialog } from '@tests/support/open-dialog'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { Route } from './on-this-device-route'

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
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})

it('images of all events that the device cannot promise are not fetched, and it says so', async () => {
  const { replica, replicaSync } = await loadOfflineClient()
  vi.spyOn(replica, 'choose').mockResolvedValue(false)
  const sync = vi.spyOn(replicaSync, 'sync')
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Keep images of all upcoming events' }))
  expect(await screen.findByText('This device couldn’t save it. It may be out of space.')).toBeTruthy()
  expect(sync).not.toHaveBeenCalled()
})

it('the heading has the focus when the saved events go with their card', async () => {
  const { saved } = await loadOfflineClient()
  await saved.save(['a', 'b'].map((id) => ({ event: programmeEvent(id, 1_800_000_000) })))
  await open()
  const button = await screen.findByRole('button', { name: 'Remove the saved events' })
  button.focus()
  fireEvent.click(button)
  await openDialog('alertdialog')
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  const heading = await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(await saved.all()).toEqual([])
})
