import { describe, expect, it, vi } from 'vitest'
import { deliverOrFail } from './background-sync'

const leaving = (left: number) => ({ deliver: vi.fn(async () => ({ left, nextAttemptInMs: undefined })) })

describe('a background sync', () => {
  it('is done when nothing is left', async () => {
    const outbox = leaving(0)
    const registerAgain = vi.fn(async () => {})
    await deliverOrFail(outbox, true, registerAgain)
    expect(outbox.deliver).toHaveBeenCalledWith({ networkIsBack: true })
    expect(registerAgain).not.toHaveBeenCalled()
  })

  it('rejects while something is left, so that the browser fires it again', async () => {
    const registerAgain = vi.fn(async () => {})
    await expect(deliverOrFail(leaving(2), false, registerAgain)).rejects.toThrow('2 entries')
    expect(registerAgain).not.toHaveBeenCalled()
  })

  it('registers another when it was the last chance', async () => {
    const registerAgain = vi.fn(async () => {})
    await expect(deliverOrFail(leaving(1), true, registerAgain)).rejects.toThrow()
    expect(registerAgain).toHaveBeenCalledOnce()
  })
})
