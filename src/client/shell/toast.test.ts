import { afterEach, describe, expect, it } from 'vitest'
import { drawToastsWith, subscribeToasts, toast, toastsWait } from './toast'
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
    expect([asked, toastsWait()]).toEqual([1, true])
    end = drawToastsWith((one) => drawn.push(one))
    expect(drawn).toEqual([{ kind: 'success', title: 'Sent', durationMs: 10_000 }])
    expect(toastsWait()).toBe(false)
    endAsking()
  })

  it('is drawn at once afterwards, and once', () => {
    end = drawToastsWith((one) => drawn.push(one))
    toast.error('File Too Large', { description: 'Choose a smaller file.' })
    expect(drawn).toEqual([{ kind: 'error', title: 'File Too Large', description: 'Choose a smaller file.' }])
    expect(toastsWait()).toBe(false)
  })
})
