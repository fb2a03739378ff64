import { useEffect, useReducer, useRef } from 'react'
import type { TouchEvent } from 'react'
import { carouselReducer, carouselState, isRunning, swiped } from './carousel-state'

/** Spec 9. */
const ADVANCE_EVERY_MS = 10_000

/** Time, touch and the visitor's wishes around the carousel's state. */
export function useCarousel(count: number) {
  const [state, send] = useReducer(carouselReducer, count, carouselState)
  const touch = useRef<{ x: number; y: number }>(undefined)

  useEffect(() => send({ type: 'count', count }), [count])

  // Who asked the system for less motion starts it by hand or not at all (WCAG 2.2.2).
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches)
      send({ type: 'play', isPlaying: false })
  }, [])

  const runs = isRunning(state)
  const { index } = state
  useEffect(() => {
    if (!runs) return
    // Counted from the last change, by hand or not: nobody has an event taken away while looking at it.
    const timer = setTimeout(() => send({ type: 'go', index: index + 1 }), ADVANCE_EVERY_MS)
    return () => clearTimeout(timer)
  }, [runs, index])

  const hold = (isHeld: boolean) => () => send({ type: 'hold', isHeld })
  const handlers = {
    onMouseEnter: hold(true),
    onMouseLeave: hold(false),
    onFocus: hold(true),
    onBlur: hold(false),
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0]
      touch.current = finger && { x: finger.clientX, y: finger.clientY }
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0]
      if (!finger || !touch.current) return
      const type = swiped(finger.clientX - touch.current.x, finger.clientY - touch.current.y)
      if (type) send({ type })
    },
  }
  return { state, send, handlers }
}
