import { describe, expect, it, vi } from 'vitest'
import { updateByPrompt } from './updates'

/** The worker's global scope as far as updates use it: real events, and the browser's methods as mocks. */
function workerScope({ isUpdate }: { isUpdate: boolean }) {
  const target = new EventTarget()
  const pages = [{ postMessage: vi.fn() }, { postMessage: vi.fn() }]
  const waiting: (() => void)[] = []
  const scope = Object.assign(target, {
    registration: { active: isUpdate ? {} : null },
    clients: { claim: vi.fn(async () => {}), matchAll: async () => pages },
    skipWaiting: vi.fn(async () => {}),
    navigator: {
      locks: {
        // Only the delivery's lock is held by somebody.
        request: (name: string, run: () => Promise<void>) =>
          name === 'outbox'
            ? new Promise<void>((resolve) => waiting.push(() => void run().then(resolve)))
            : run(),
      },
    },
  })
  updateByPrompt(scope as unknown as ServiceWorkerGlobalScope)
  /** Dispatches an event and waits for the promises of `waitUntil`. */
  const send = async (type: string, more: object = {}) => {
    const waits: Promise<unknown>[] = []
    const event = Object.assign(new Event(type), {
      waitUntil: (wait: Promise<unknown>) => waits.push(wait),
      ...more,
    })
    target.dispatchEvent(event)
    for (const start of waiting) start()
    await Promise.all(waits)
  }
  return { scope, pages, send, waiting }
}

describe('a new version', () => {
  it('claims the open page at once when it is the first', async () => {
    const { scope, pages, send } = workerScope({ isUpdate: false })
    await send('install')
    await send('activate')
    expect(scope.clients.claim).toHaveBeenCalledOnce()
    expect(pages[0]?.postMessage).not.toHaveBeenCalled()
  })

  it('waits until the person agrees, then notifies every page', async () => {
    const { scope, pages, send } = workerScope({ isUpdate: true })
    await send('install')
    await send('message', { data: { type: 'SOMETHING_ELSE' } })
    expect(scope.skipWaiting).not.toHaveBeenCalled()
    await send('message', { data: { type: 'SKIP_WAITING' } })
    expect(scope.skipWaiting).toHaveBeenCalledOnce()
    await send('activate')
    expect(scope.clients.claim).not.toHaveBeenCalled()
    for (const page of pages) expect(page.postMessage).toHaveBeenCalledWith({ type: 'NEW_VERSION_ACTIVE' })
  })

  it('does not skip waiting during a delivery', () => {
    const { scope, waiting } = workerScope({ isUpdate: true })
    scope.dispatchEvent(
      Object.assign(new Event('message'), { data: { type: 'SKIP_WAITING' }, waitUntil: () => {} }),
    )
    // Delivery holds the lock, so the worker waits.
    expect(waiting).toHaveLength(1)
    expect(scope.skipWaiting).not.toHaveBeenCalled()
  })
})
