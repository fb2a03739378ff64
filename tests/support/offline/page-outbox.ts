import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'

/** The page's own outbox, without a network, and empty again after each test; called once, at the top of a file. */
export function useOfflineOutbox(): void {
  beforeEach(() => {
    // Another file may have left somebody signed in.
    localStorage.clear()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  })
  afterEach(async () => {
    cleanup()
    const { outbox } = await loadOfflineClient()
    for (const { id } of await outbox.list()) await outbox.discard(id)
    localStorage.clear()
    vi.unstubAllGlobals()
  })
}
