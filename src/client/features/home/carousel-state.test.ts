import { describe, expect, it } from 'vitest'
import { carouselReducer, carouselState, isRunning, placeOf, swiped } from './carousel-state'
import type { CarouselAction, CarouselState } from './carousel-state'

const after = (state: CarouselState, ...actions: CarouselAction[]) => actions.reduce(carouselReducer, state)

describe('the carousel', () => {
  it('goes on from the last event to the first, and back', () => {
    expect(after(carouselState(3), { type: 'go', index: 2 }, { type: 'next' }).index).toBe(0)
    expect(after(carouselState(3), { type: 'previous' }).index).toBe(2)
  })

  it('runs until someone pauses it, and not while a pointer or the keyboard is on it', () => {
    const state = carouselState(3)
    expect(isRunning(state)).toBe(true)
    expect(isRunning(after(state, { type: 'play', isPlaying: false }))).toBe(false)
    const held = after(state, { type: 'hold', isHeld: true })
    expect(isRunning(held)).toBe(false)
    expect(isRunning(after(held, { type: 'hold', isHeld: false }))).toBe(true)
  })

  it('stays paused when the pointer leaves it', () => {
    const paused = after(carouselState(3), { type: 'play', isPlaying: false }, { type: 'hold', isHeld: true })
    expect(isRunning(after(paused, { type: 'hold', isHeld: false }))).toBe(false)
  })

  it('does not run with a single event, and survives none', () => {
    expect(isRunning(carouselState(1))).toBe(false)
    expect(after(carouselState(0), { type: 'next' }).index).toBe(0)
  })

  it('shows an event that is there when the list gets shorter', () => {
    const state = after(carouselState(10), { type: 'go', index: 9 }, { type: 'count', count: 4 })
    expect(state.index).toBe(3)
    expect(after(state, { type: 'count', count: 0 }).index).toBe(0)
  })

  it('places each event the short way round', () => {
    const state = after(carouselState(5), { type: 'go', index: 4 })
    expect([0, 1, 2, 3, 4].map((slide) => placeOf(slide, state))).toEqual([1, 2, -2, -1, 0])
    expect([0, 1].map((slide) => placeOf(slide, carouselState(2)))).toEqual([0, 1])
  })
})

describe('a swipe', () => {
  it('to the left asks for the next event, to the right for the previous one', () => {
    expect(swiped(-51, 0)).toBe('next')
    expect(swiped(51, 4)).toBe('previous')
  })

  it('counts only over 50 pixels', () => {
    expect(swiped(-50, 0)).toBeUndefined()
    expect(swiped(50, 0)).toBeUndefined()
  })

  it('does not count while the page is scrolled', () => {
    expect(swiped(-60, 200)).toBeUndefined()
  })
})
