import { describe, expect, it, vi } from 'vitest'
import { deliverOrFail } from './background-sync'

const leaving = (left: number) => ({ deliver: vi.fn(async () => ({ left, nextAttemptInMs: undefined })) })

describe('a background sync', () => {
  it('is done when nothing is left', async () => {
    const outbox = leaving(0)
    const askAgain = vi.fn(async () => {})
    await deliverOrFail(outbox, true, askAgain)
    expect(outbox.deliver).toHaveBeenCalledWith({ networkIsBack: true })
    expect(askAgain).not.toHaveBeenCalled()
  })

  it('fails while something is left, so that the browser comes back', async () => {
    const askAgain = vi.fn(async () => {})
    await expect(deliverOrFail(leaving(2), false, askAgain)).rejects.toThrow('2 entries')
    expect(askAgain).not.toHaveBeenCalled()
  })

  it('asks for another when it was the last chance', async () => {
    const askAgain = vi.fn(async () => {})
    await expect(deliverOrFail(leaving(1), true, askAgain)).rejects.toThrow()
    expect(askAgain).toHaveBeenCalledOnce()
  })
})
