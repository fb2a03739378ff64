import 'fake-indexeddb/auto'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { OutboxBusy } from '@/offline/outbox/drafts/edit-entry'
import type { OutboxItem } from '@/offline/outbox/entry'
import { useLockedEntry } from './use-locked-entry'

let found: OutboxItem | 'loading' | 'unreadable' | 'none'
vi.mock('@/client/shared/outbox/use-live-outbox', () => ({ useLiveOutbox: () => found }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** An entry of this device's outbox, which has been tried once without a network. */
async function triedEntry() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { outbox } = await loadOfflineClient()
  const entry = await outbox.enqueue(eventContent('Fado'))
  await outbox.settled(entry.id, 5000)
  return { outbox, entry }
}

it('an entry that is open stays open while the storage cannot be read: it is neither sent nor gone', async () => {
  const { entry } = await triedEntry()
  found = entry
  const { id } = entry
  const { result, rerender } = renderHook(() => useLockedEntry(id, 'submitEvent'))
  await waitFor(() => expect(result.current.state).toBe('open'))
  found = 'unreadable'
  rerender()
  expect(result.current).toMatchObject({ state: 'open', entry: { payload: { title: 'Fado' } } })
  found = 'none'
  rerender()
  expect(result.current.state).toBe('gone')
})

it('one that could never be read is not said to be gone', async () => {
  found = 'unreadable'
  const { result } = renderHook(() => useLockedEntry('a', 'submitEvent'))
  await waitFor(() => expect(result.current.state).toBe('unreadable'))
})

it('one whose sender was killed, which a full device cannot note, is open', async () => {
  const { entry } = await triedEntry()
  const isSent = (leaseUntil: number) => ({ ...entry, state: 'sending' as const, leaseUntil })
  found = isSent(Date.now() + 60_000)
  const { result, rerender } = renderHook(() => useLockedEntry(entry.id, 'submitEvent'))
  await waitFor(() => expect(result.current.state).toBe('busy'))
  found = isSent(Date.now() - 1)
  rerender()
  await waitFor(() => expect(result.current.state).toBe('open'))
})

it('one that was being sent for so short a time that nobody saw it opens all the same', async () => {
  const { outbox, entry } = await triedEntry()
  found = entry
  const hold = vi.spyOn(outbox, 'holdForEditing').mockRejectedValueOnce(new OutboxBusy('Sent just now'))
  const { result } = renderHook(() => useLockedEntry(entry.id, 'submitEvent'))
  await waitFor(() => expect(result.current.state).toBe('open'))
  expect(hold).toHaveBeenCalledTimes(2)
})
