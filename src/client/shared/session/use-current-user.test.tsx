import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const NOW_SECONDS = Math.floor(Date.now() / 1000)
const SESSION = {
  access_token: { token: 'access', expires_at: NOW_SECONDS + 900 },
  refresh_token: { token: 'refresh', expires_at: NOW_SECONDS + 86_400 },
  user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ data: url.endsWith('/auth/login') ? SESSION : {} }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

/** The offline client cannot be made, as if its chunk had not come. */
async function openWithoutChunk() {
  const { BroadcastChannel } = globalThis
  vi.stubGlobal('BroadcastChannel', function fails() {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  // The breaks between tasks pass by themselves.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { useCurrentUser } = await import('./use-current-user')
  const { loadOfflineClient } = await import('@/client/shared/offline/offline-client')
  const { result } = renderHook(() => useCurrentUser())
  await act(async () => {
    await expect(loadOfflineClient()).rejects.toThrow('Failed to fetch')
  })
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  return { result, loadOfflineClient }
}

test('who is stored is not signed out because a load failed: it is tried again', async () => {
  const { loadOfflineClient } = await import('@/client/shared/offline/offline-client')
  await (await loadOfflineClient()).session.login('ana@example.com', 'tidal wonder 88')
  vi.resetModules()
  const { result } = await openWithoutChunk()
  expect(result.current).toBeUndefined()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await vi.waitFor(() => expect(result.current?.id).toBe('ana'))
})
