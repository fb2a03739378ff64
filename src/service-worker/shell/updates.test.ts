import { describe, expect, it, vi } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { lockHub } from '@tests/support/offline/offline-locks'
import { updateByPrompt } from './updates'

/** The worker's global scope as far as updates use it: real events and locks, and the browser's methods as mocks. */
function workerScope({ isUpdate }: { isUpdate: boolean }) {
  const target = new EventTarget()
  const clock = fakeClock(0)
  const locks = lockHub()
  const pages = [{ postMessage: vi.fn() }, { postMessage: vi.fn() }]
  const active = { postMessage: vi.fn() }
  const matchAll = vi.fn(async (_options: ClientQueryOptions) => pages)
  const scope = Object.assign(target, {
    registration: { active: isUpdate ? active : null },
    clients: { claim: vi.fn(async () => {}), matchAll },
    skipWaiting: vi.fn(async () => {}),
    navigator: { locks: locks.holder() },
  })
  updateByPrompt(scope as unknown as ServiceWorkerGlobalScope, clock)
  /** Dispatches an event and waits for the promises of `waitUntil`. */
  const send = async (type: string, more: object = {}) => {
    const waits: Promise<unknown>[] = []
    const event = Object.assign(new Event(type), {
      waitUntil: (wait: Promise<unknown>) => waits.push(wait),
      ...more,
    })
    target.dispatchEvent(event)
    await Promise.all(waits)
  }
  const agree = () => send('message', { data: { type: 'SKIP_WAITING' } })
  return { scope, pages, active, clock, locks, send, agree }
}

const forever = () => new Promise<never>(() => {})

describe('a new version', () => {
  it('claims the open page at once when it is the first', async () => {
    const { scope, pages, send } = workerScope({ isUpdate: false })
    await send('install')
    await send('activate')
    expect(scope.clients.claim).toHaveBeenCalledOnce()
    expect(pages[0]?.postMessage).not.toHaveBeenCalled()
  })

  it('waits until the person agrees, then notifies every page', async () => {
    const { scope, pages, send, agree } = workerScope({ isUpdate: true })
    await send('install')
    await send('message', { data: { type: 'SOMETHING_ELSE' } })
    expect(scope.skipWaiting).not.toHaveBeenCalled()
    await agree()
    expect(scope.skipWaiting).toHaveBeenCalledOnce()
    await send('activate')
    expect(scope.clients.claim).not.toHaveBeenCalled()
    for (const page of pages) expect(page.postMessage).toHaveBeenCalledWith({ type: 'NEW_VERSION_ACTIVE' })
    // The pages include those that were reloaded past the worker.
    expect(scope.clients.matchAll).toHaveBeenCalledWith({ type: 'window', includeUncontrolled: true })
  })

  it('does not skip waiting during a delivery, unless that goes on for too long', async () => {
    const { scope, clock, locks, agree } = workerScope({ isUpdate: true })
    // Delivery holds this lock.
    void locks.holder().request('outbox', forever)
    const done = agree()
    clock.advance(4900)
    await Promise.resolve()
    expect(scope.skipWaiting).not.toHaveBeenCalled()
    clock.advance(100)
    await done
    expect(scope.skipWaiting).toHaveBeenCalledOnce()
  })

  it('has the active version end its events, for which the browser waits', async () => {
    const { scope, active, agree } = workerScope({ isUpdate: true })
    await agree()
    expect(active.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'END_EVENTS' })
    expect(active.postMessage).toHaveBeenCalledBefore(scope.skipWaiting)
  })

  it('leaves the outbox to the active version meanwhile: the event that the browser waits for may deliver it', async () => {
    const { scope, locks, agree } = workerScope({ isUpdate: true })
    const skipping = new Promise<void>((resolve) =>
      scope.skipWaiting.mockImplementation(() => {
        resolve()
        return forever()
      }),
    )
    void agree()
    await skipping
    expect(await locks.holder().request('outbox', async () => 'delivered')).toBe('delivered')
  })
})
