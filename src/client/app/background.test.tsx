import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { removePageListeners } from '@tests/support/page-listeners'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadedOfflineClient, loadOfflineClient } from '@/client/shared/offline/offline-client'
import { loadPageProgramme } from '@/client/shared/offline/page-programme'
import { ownKey } from '@/client/shared/session/own-queries'
import { NO_FILTER, ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import { startInBackground } from './background'

const NOW_SECONDS = Math.floor(Date.now() / 1000)
const SESSION = {
  access_token: { token: 'access', expires_at: NOW_SECONDS + 900 },
  refresh_token: { token: 'refresh', expires_at: NOW_SECONDS + 86_400 },
  user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
}

removePageListeners()

const asked: string[] = []
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (url.endsWith('/auth/login')) return Response.json({ data: SESSION })
    if (url.endsWith('/auth/logout')) return Response.json({ data: {} })
    throw new TypeError('Failed to fetch')
  })
})

test('a page that is opened without a network shows the programme, and opens neither outbox nor session', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  startInBackground(createQueryClient())
  const { programme } = await loadPageProgramme()
  await expect(programme.list(NO_FILTER, 1, 12)).rejects.toBeInstanceOf(ProgrammeUnreachable)
  expect(await Dexie.getDatabaseNames()).toEqual(['ericeira-replica'])
  expect(loadedOfflineClient()).toBeUndefined()
  online.mockRestore()
})

test.each(['loads', 'has loaded'])(
  'a page that %s the client syncs, and holds nothing of an account any more once that is signed out',
  async () => {
    const queryClient = createQueryClient()
    startInBackground(queryClient)
    const { session } = await loadOfflineClient()
    await session.ready
    await session.login('ana@example.com', 'secret')
    queryClient.setQueryData(ownKey('ana', 'profile'), 'Ana')
    await session.logout()
    await vi.waitFor(() => expect(queryClient.getQueryData(ownKey('ana', 'profile'))).toBeUndefined())
    await vi.waitFor(() => expect(asked.some((url) => url.includes('/events/list'))).toBe(true))
  },
)
