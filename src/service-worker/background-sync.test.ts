import { describe, expect, it, vi } from 'vitest'
import { deliverOrFail } from './background-sync'

const leaving = (left: number, endings = 0) => ({
  outbox: { deliver: vi.fn(async () => ({ left, nextAttemptInMs: undefined })) },
  session: { reportEndings: vi.fn(async () => endings) },
})

describe('a background sync', () => {
  it('is done when nothing is left', async () => {
    const client = leaving(0)
    const registerAgain = vi.fn(async () => {})
    await deliverOrFail(client, true, registerAgain)
    expect(client.outbox.deliver).toHaveBeenCalledWith({ networkIsBack: true })
    expect(registerAgain).not.toHaveBeenCalled()
  })

  it('rejects while something is left, so that the browser fires it again', async () => {
    const registerAgain = vi.fn(async () => {})
    await expect(deliverOrFail(leaving(2), false, registerAgain)).rejects.toThrow('2 entries')
    expect(registerAgain).not.toHaveBeenCalled()
  })

  it('rejects while the server does not know that a session was ended', async () => {
    await expect(deliverOrFail(leaving(0, 1), false, async () => {})).rejects.toThrow('1 sessions')
  })

  it('registers another when it was the last chance', async () => {
    const registerAgain = vi.fn(async () => {})
    await expect(deliverOrFail(leaving(1), true, registerAgain)).rejects.toThrow()
    expect(registerAgain).toHaveBeenCalledOnce()
  })
})
