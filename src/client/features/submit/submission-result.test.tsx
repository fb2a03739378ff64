import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { collectToasts } from '@tests/support/toasts'
import { announce, submitEvent } from './submission-result'

const described = collectToasts(({ description }) => description)

test('what was written with an account that is signed out by then waits for that sign-in', async () => {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const signedIn = {
    access_token: { token: 'access', expires_at: nowSeconds + 900 },
    refresh_token: { token: 'refresh', expires_at: nowSeconds + 86_400 },
    user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
  }
  vi.stubGlobal('fetch', async () => Response.json({ data: signedIn }))
  const { outbox, session } = await loadOfflineClient()
  await session.login('ana@example.com', 'tidal wonder 88')
  await session.logout()
  const result = await submitEvent({ title: 'Fado on the beach', photo: undefined }, () =>
    outbox.enqueue(eventContent(), undefined, { owner: 'ana' }),
  )
  expect(result?.outcome).toBe('paused')
  if (result !== undefined) await announce(result, false)
  expect(described).toEqual([
    'Your event “Fado on the beach” will be sent once you sign in with the account you wrote it with.',
  ])
  vi.unstubAllGlobals()
})
