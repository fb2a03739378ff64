import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { updateByPrompt } from '@/service-worker/shell/updates'
import { fakeClock } from '@tests/support/server/fake-clock'

beforeEach(() => vi.resetModules())
afterEach(cleanup)

/** Two tabs of one browser would each have their own modules: this is one of them, and the worker that is taking over. */
async function openPage({ isLate = false } = {}) {
  const { followActiveVersion } = await import('./active-version')
  const { markUnsaved } = await import('@/client/shared/forms/unsaved')
  const { UpdatePrompt } = await import('./update-prompt')
  const clock = fakeClock(0)
  let reloads = 0
  const container = Object.assign(new EventTarget(), { controller: {} as ServiceWorker })
  followActiveVersion(isLate ? ({ state: 'redundant' } as ServiceWorker) : container.controller, {
    container,
    timers: clock,
    reload: () => (reloads += 1),
  })
  render(<UpdatePrompt />)

  const scope = Object.assign(new EventTarget(), {
    registration: { active: { postMessage: () => {} } },
    navigator: { locks: { request: (_: string, run: () => Promise<void>) => run() } },
    skipWaiting: async () => {},
    clients: {
      // The worker's message reaches the page as the browser brings it.
      matchAll: async () => [
        { postMessage: (data: unknown) => container.dispatchEvent(new MessageEvent('message', { data })) },
      ],
    },
  })
  updateByPrompt(scope as unknown as ServiceWorkerGlobalScope)
  const activate = () =>
    act(async () => {
      const waits: Promise<unknown>[] = []
      const waitUntil = (wait: Promise<unknown>) => waits.push(wait)
      scope.dispatchEvent(Object.assign(new Event('activate'), { waitUntil }))
      await Promise.all(waits)
      container.dispatchEvent(new Event('controllerchange'))
    })
  return { clock, markUnsaved, activate, reloads: () => reloads }
}

describe('a page whose version is gone', () => {
  it('reloads at once when nothing is unsaved, and once', async () => {
    const { activate, reloads } = await openPage()
    await activate()
    expect(reloads()).toBe(1)
  })

  it('reloads when another version has taken over while it was loading', async () => {
    const { reloads } = await openPage({ isLate: true })
    expect(reloads()).toBe(1)
  })

  it('says so while something is being written, and reloads a moment after it was submitted', async () => {
    const { activate, clock, markUnsaved, reloads } = await openPage()
    const saved = markUnsaved()
    await activate()
    expect(reloads()).toBe(0)
    expect(screen.getByText('A new version is in use')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
    clock.advance(60_000)
    expect(reloads()).toBe(0)
    saved()
    clock.advance(10_000)
    expect(reloads()).toBe(1)
  })

  it('waits again when the person goes on writing', async () => {
    const { activate, clock, markUnsaved, reloads } = await openPage()
    const saved = markUnsaved()
    await activate()
    saved()
    const savedAgain = markUnsaved()
    clock.advance(60_000)
    expect(reloads()).toBe(0)
    savedAgain()
    clock.advance(10_000)
    expect(reloads()).toBe(1)
  })
})
