import 'fake-indexeddb/auto'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removePageListeners } from '@tests/support/page-listeners'
import { messageContent } from '@tests/support/offline/outbox-contents'
import type { PageOfflineClient } from '@/offline/page/page-offline-client'
import { deferred } from '@/offline/platform/deferred'

removePageListeners()

const tabs: { loadedOfflineClient: () => Pick<PageOfflineClient, 'outbox'> | undefined }[] = []
const response = deferred<Response>()
const isMessage = (url: string) => url.endsWith('/contact-form')
beforeEach(() => {
  const fetched = vi.fn((url: string) =>
    isMessage(url) ? response.promise : Promise.reject(new TypeError()),
  )
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  for (const { loadedOfflineClient } of tabs.splice(0)) loadedOfflineClient()?.outbox.close()
})

/** A page that delivers by itself, and what a new version that waits is sent. */
async function openPage() {
  const sent: unknown[] = []
  const waiting = Object.assign(new EventTarget(), { postMessage: (data: unknown) => sent.push(data) })
  const update = vi.fn(async () => {})
  const registration = Object.assign(new EventTarget(), { installing: null, waiting, active: {}, update })
  const register = vi.fn(async () => registration)
  const never = new Promise(() => {})
  const container = { controller: null, ready: never, register, getRegistration: async () => undefined }
  const value = Object.assign(new EventTarget(), container)
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value })
  return { ...(await newTab()), register, update, sent }
}

const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))

/** Tabs have their own modules. */
async function newTab() {
  vi.resetModules()
  const tab = {
    ...(await import('./app-update')),
    ...(await import('./update-prompt')),
    ...(await import('@/client/shared/forms/unsaved')),
    ...(await import('@/client/shared/offline/offline-client')),
  }
  tabs.push(tab)
  return tab
}

const MESSAGE = [expect.stringContaining('/contact-form'), expect.anything()] as const
const ACCEPTED = [{ type: 'SKIP_WAITING' }]

test('a version that waits is offered, unless something is unsaved here, and takes over when the person says so', async () => {
  const { checkForUpdates, UpdatePrompt, markUnsaved, sent } = await openPage()
  await checkForUpdates(null)
  const save = markUnsaved()
  render(<UpdatePrompt />)
  expect(screen.queryByText('A new version is ready')).toBeNull()
  save()
  fireEvent.click(await screen.findByRole('button', { name: 'Reload' }))
  await vi.waitFor(() => expect(sent).toEqual(ACCEPTED))
})

test('a version does not take over while something is unsaved in another tab', async () => {
  const { checkForUpdates, markUnsaved, sent } = await openPage()
  await checkForUpdates(null)
  const save = markUnsaved()
  const other = await newTab()
  await other.checkForUpdates(null)
  expect(await other.applyUpdate()).toBe('busy')
  expect(sent).toEqual([])
  save()
  expect(await other.applyUpdate()).toBe('reloading')
  expect(sent).toEqual(ACCEPTED)
})

test('a version takes over when a delivery that is under way has ended', async () => {
  const { checkForUpdates, applyUpdate, loadOfflineClient, sent } = await openPage()
  await checkForUpdates(null)
  const { outbox } = await loadOfflineClient()
  await outbox.enqueue(messageContent())
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledWith(...MESSAGE))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  void applyUpdate()
  await vi.advanceTimersByTimeAsync(300)
  expect(sent).toEqual([])
  response.resolve(Response.json({ data: { id: 'row' } }, { status: 201 }))
  await vi.waitFor(() => expect(sent).toEqual(ACCEPTED))
})

test('a page whose worker was replaced while it was loading is loaded again', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const { checkForUpdates } = await openPage()
  await checkForUpdates({ state: 'redundant' } as ServiceWorker)
  expect(reload).toHaveBeenCalledOnce()
})

test('a new version is looked for when a person comes back after an hour', async () => {
  const { checkForUpdates, update } = await openPage()
  await checkForUpdates(null)
  comeBack()
  expect(update).not.toHaveBeenCalled()
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_000)
  comeBack()
  expect(update).toHaveBeenCalledOnce()
})

test.each(['the network', 'the person', 'a person who wants it now'])(
  'a worker whose script did not arrive is registered again when there is %s',
  async (what) => {
    const { checkForUpdates, retryInstallation, register } = await openPage()
    register.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await checkForUpdates(null)
    await Promise.resolve()
    if (what === 'the network') window.dispatchEvent(new Event('online'))
    else if (what === 'the person') comeBack()
    else retryInstallation()
    await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2), 500)
  },
)
