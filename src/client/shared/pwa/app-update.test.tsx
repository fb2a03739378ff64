import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { removePageListeners } from '@tests/support/page-listeners'

removePageListeners()

const SCRIPT = '/sw.js'
const newWorker = () =>
  Object.assign(new EventTarget(), {
    scriptURL: new URL(SCRIPT, location.href).href,
    state: 'installing' as ServiceWorkerState,
    postMessage: vi.fn(),
  })
type FakeWorker = ReturnType<typeof newWorker>

let reload: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  // No other tab holds anything; `versions.e2e` has several.
  const locks = {
    query: async () => ({}),
    request: async (_: string, __: object, run: () => unknown) => run(),
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
})

/** Opens a tab with a worker, or the first of a visit. */
async function openTab({ isFirst = false } = {}) {
  vi.resetModules()
  const { followUpdates, UpdatePrompt } = await import('./app-update')
  const { markUnsaved } = await import('@/client/shared/forms/unsaved')
  const registration = Object.assign(new EventTarget(), {
    installing: null as FakeWorker | null,
    waiting: null as FakeWorker | null,
    update: vi.fn(async () => {}),
  })
  const container = Object.assign(new EventTarget(), {
    controller: isFirst ? null : newWorker(),
    register: vi.fn(async () => registration),
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container })
  await act(async () => followUpdates())
  render(<UpdatePrompt />)
  const change = (worker: FakeWorker, state: ServiceWorkerState) => {
    Object.assign(worker, { state })
    worker.dispatchEvent(new Event('statechange'))
  }
  return {
    registration,
    /** Something is written; the returned function saves it. */
    write: async () => {
      let save: (() => void) | undefined
      await act(async () => void (save = markUnsaved()))
      return () => act(async () => save?.())
    },
    /** The browser has found another version and installed it, or has failed to. */
    find: (outcome: 'installed' | 'redundant' = 'installed') =>
      act(async () => {
        const worker = newWorker()
        registration.installing = worker
        registration.dispatchEvent(new Event('updatefound'))
        registration.installing = null
        if (outcome === 'installed') registration.waiting = worker
        change(worker, outcome)
        await vi.advanceTimersByTimeAsync(200)
        return worker
      }),
    takeOver: () => act(async () => void container.dispatchEvent(new Event('controllerchange'))),
  }
}

const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))
const prompt = () => screen.queryByText('A new version is ready')
const accept = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Reload' })))
const accepted = expect.objectContaining({ type: 'SKIP_WAITING' })

test('a version is offered after others that came in the same visit, or could not be installed', async () => {
  const { find, takeOver } = await openTab({ isFirst: true })
  expect(await find('redundant')).toBeDefined()
  await takeOver()
  for (const outcome of ['redundant', 'redundant', 'installed', 'installed'] as const) await find(outcome)
  const last = await find()
  await accept()
  expect(last.postMessage).toHaveBeenCalledOnce()
})

test('a version that replaces the accepted one before it has taken over is accepted with it', async () => {
  const { find } = await openTab()
  await find()
  await accept()
  expect((await find()).postMessage).toHaveBeenCalledWith(accepted, expect.anything())
})

test('a tab with something unsaved does not reload then: it offers to, once that is saved', async () => {
  const { write, takeOver } = await openTab()
  const save = await write()
  await takeOver()
  expect(prompt()).toBeNull()
  await save()
  expect(reload).not.toHaveBeenCalled()
  await accept()
  expect(reload).toHaveBeenCalledOnce()
})

test('a new version is looked for when a person comes back after an hour', async () => {
  const { registration } = await openTab()
  comeBack()
  expect(registration.update).not.toHaveBeenCalled()
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_000)
  comeBack()
  expect(registration.update).toHaveBeenCalledOnce()
})
