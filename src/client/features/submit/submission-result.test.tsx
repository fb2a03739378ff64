import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { signIn } from '@tests/support/offline/page-outbox'
import { collectToasts } from '@tests/support/toasts'
import { announce, submitEvent } from './submission-result'

const described = collectToasts(({ description }) => description)

test('what was written with an account that is signed out by then waits for that sign-in', async () => {
  const { outbox } = await loadOfflineClient()
  const session = await signIn()
  await session.logout()
  const result = await submitEvent(undefined, () =>
    outbox.enqueue(eventContent('Fado on the beach'), undefined, { owner: 'ana' }),
  )
  expect(result?.outcome).toBe('paused')
  if (result !== undefined) await announce(result, false)
  expect(described).toEqual([
    'Your event “Fado on the beach” will be sent once you sign in with the account you wrote it with.',
  ])
  vi.unstubAllGlobals()
})
