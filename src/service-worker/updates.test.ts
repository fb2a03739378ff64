import { describe, expect, it, vi } from 'vitest'
import { updateByPrompt } from './updates'

/** The worker's scope as far as updates go: real events, and what the worker asks of the browser. */
function workerScope({ isUpdate }: { isUpdate: boolean }) {
  const target = new EventTarget()
  const pages = [{ postMessage: vi.fn() }, { postMessage: vi.fn() }]
  const turns: (() => void)[] = []
  const scope = Object.assign(target, {
    registration: { active: isUpdate ? {} : null },
    clients: { claim: vi.fn(async () => {}), matchAll: async () => pages },
    skipWaiting: vi.fn(async () => {}),
    navigator: {
      locks: {
        request: (_: string, run: () => Promise<void>) =>
          new Promise<void>((resolve) => turns.push(() => void run().then(resolve))),
      },
    },
  })
  updateByPrompt(scope as unknown as ServiceWorkerGlobalScope)
  /** Sends an event and waits for what the worker wants to be waited for. */
  const send = async (type: string, more: object = {}) => {
    const waits: Promise<unknown>[] = []
    const event = Object.assign(new Event(type), {
      waitUntil: (wait: Promise<unknown>) => waits.push(wait),
      ...more,
    })
    target.dispatchEvent(event)
    for (const turn of turns) turn()
    await Promise.all(waits)
  }
  return { scope, pages, send, turns }
}

describe('a new version', () => {
  it('takes the open page at once when it is the first', async () => {
    const { scope, pages, send } = workerScope({ isUpdate: false })
    await send('install')
    await send('activate')
    expect(scope.clients.claim).toHaveBeenCalledOnce()
    expect(pages[0]?.postMessage).not.toHaveBeenCalled()
  })

  it('waits until the person agrees, then tells every page', async () => {
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

  it('does not take over in the middle of sending', () => {
    const { scope, turns } = workerScope({ isUpdate: true })
    scope.dispatchEvent(
      Object.assign(new Event('message'), { data: { type: 'SKIP_WAITING' }, waitUntil: () => {} }),
    )
    // The sender has the lock, so the worker's turn has not come.
    expect(turns).toHaveLength(1)
    expect(scope.skipWaiting).not.toHaveBeenCalled()
  })
})
