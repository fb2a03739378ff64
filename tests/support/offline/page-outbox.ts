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

/** Signs Ana in on this page; the network is what it was before. */
export async function signIn() {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const data = {
    access_token: { token: 'access', expires_at: nowSeconds + 900 },
    refresh_token: { token: 'refresh', expires_at: nowSeconds + 86_400 },
    user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
  }
  const { session } = await loadOfflineClient()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async () => Response.json({ data }))
  await session.login('ana@example.com', 'tidal wonder 88')
  vi.stubGlobal('fetch', fetch)
  return session
}
