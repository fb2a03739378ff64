import { describe, expect, it } from 'vitest'
import { swipeStep } from './use-carousel'

describe('a swipe', () => {
  it('to the left means the next event, to the right the previous one', () => {
    expect(swipeStep(-51, 0)).toBe(1)
    expect(swipeStep(51, 4)).toBe(-1)
  })

  it('counts only over 50 pixels', () => {
    expect(swipeStep(-50, 0)).toBe(0)
    expect(swipeStep(50, 0)).toBe(0)
  })

  it('does not count while the page is scrolled', () => {
    expect(swipeStep(-60, 200)).toBe(0)
  })
})
