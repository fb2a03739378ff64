import { afterEach, describe, expect, it } from 'vitest'
import { renderToastsWith, subscribeToasts, toast, hasQueuedToasts } from './toast'
import type { Toast } from './toast'

describe('a toast', () => {
  const rendered: Toast[] = []
  let end: (() => void) | undefined

  afterEach(() => {
    end?.()
    rendered.length = 0
  })

  it('is queued until there is a renderer, and notifies its subscribers', () => {
    let notified = 0
    const unsubscribe = subscribeToasts(() => (notified += 1))
    toast.success('Sent', { durationMs: 10_000 })
    expect([notified, hasQueuedToasts()]).toEqual([1, true])
    end = renderToastsWith((one) => rendered.push(one))
    expect(rendered).toEqual([{ kind: 'success', title: 'Sent', durationMs: 10_000 }])
    expect(hasQueuedToasts()).toBe(false)
    unsubscribe()
  })

  it('is rendered at once afterwards, and once', () => {
    end = renderToastsWith((one) => rendered.push(one))
    toast.error('File Too Large', { description: 'Choose a smaller file.' })
    expect(rendered).toEqual([
      { kind: 'error', title: 'File Too Large', description: 'Choose a smaller file.' },
    ])
    expect(hasQueuedToasts()).toBe(false)
  })
})
