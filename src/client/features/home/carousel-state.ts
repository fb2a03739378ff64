/** The carousel of the home page (spec 2.3, 4): its index wraps around. No time in here: the part sends 'next'. */
export interface CarouselState {
  index: number
  count: number
  /** What the person chose; the system's wish for less motion starts with false. */
  isPlaying: boolean
  /** Held while a pointer or the keyboard is on it. */
  isHeld: boolean
}

export type CarouselAction =
  | { type: 'next' }
  | { type: 'previous' }
  | { type: 'go'; index: number }
  | { type: 'play'; isPlaying: boolean }
  | { type: 'hold'; isHeld: boolean }
  | { type: 'count'; count: number }

/** Horizontal travel in pixels that counts as a swipe (spec 9). */
export const SWIPE_PX = 50

export function carouselState(count: number): CarouselState {
  return { index: 0, count, isPlaying: true, isHeld: false }
}

export function carouselReducer(state: CarouselState, action: CarouselAction): CarouselState {
  switch (action.type) {
    case 'next':
      return { ...state, index: wrapped(state.index + 1, state.count) }
    case 'previous':
      return { ...state, index: wrapped(state.index - 1, state.count) }
    case 'go':
      return { ...state, index: wrapped(action.index, state.count) }
    case 'play':
      return { ...state, isPlaying: action.isPlaying }
    case 'hold':
      return { ...state, isHeld: action.isHeld }
    case 'count':
      return { ...state, count: action.count, index: Math.min(state.index, Math.max(0, action.count - 1)) }
  }
}

/** Whether it advances by itself. */
export function isRunning({ count, isPlaying, isHeld }: CarouselState): boolean {
  return count > 1 && isPlaying && !isHeld
}

/** How many places a slide stands right of the shown one, the short way round: -1 left, 0 shown, 1 right. */
export function placeOf(slide: number, { index, count }: CarouselState): number {
  const right = wrapped(slide - index, count)
  return right > count / 2 ? right - count : right
}

/** What a touch that travelled so far asks for. */
export function swiped(travelX: number, travelY: number): 'next' | 'previous' | undefined {
  if (Math.abs(travelX) <= SWIPE_PX || Math.abs(travelY) > Math.abs(travelX)) return undefined
  return travelX < 0 ? 'next' : 'previous'
}

function wrapped(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count
}
