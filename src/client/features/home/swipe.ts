/** Horizontal travel in pixels that counts as a swipe (rules 9). */
const SWIPE_PX = 50

/** What a touch that travelled so far means: -1 the previous event, 1 the next one, 0 nothing. */
export function swipeStep(travelX: number, travelY: number): -1 | 0 | 1 {
  if (Math.abs(travelX) <= SWIPE_PX || Math.abs(travelY) > Math.abs(travelX)) return 0
  return travelX < 0 ? 1 : -1
}
