import { afterEach, describe, expect, it } from 'vitest'
import { renderToastsWith, subscribeToasts, toast, hasQueuedToasts } from './toast'
import type { Toast } from './toast'

describe('a notice', () => {
  const drawn: Toast[] = []
  let end: (() => void) | undefined

  afterEach(() => {
    end?.()
    drawn.length = 0
  })

  it('waits until something draws it, and asks for that', () => {
    let asked = 0
    const endAsking = subscribeToasts(() => (asked += 1))
    toast.success('Sent', { durationMs: 10_000 })
    expect([asked, hasQueuedToasts()]).toEqual([1, true])
    end = renderToastsWith((one) => drawn.push(one))
    expect(drawn).toEqual([{ kind: 'success', title: 'Sent', durationMs: 10_000 }])
    expect(hasQueuedToasts()).toBe(false)
    endAsking()
  })

  it('is drawn at once afterwards, and once', () => {
    end = renderToastsWith((one) => drawn.push(one))
    toast.error('File Too Large', { description: 'Choose a smaller file.' })
    expect(drawn).toEqual([{ kind: 'error', title: 'File Too Large', description: 'Choose a smaller file.' }])
    expect(hasQueuedToasts()).toBe(false)
  })
})
