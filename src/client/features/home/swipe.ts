/** Horizontal travel in pixels that counts as a swipe (rules 9). */
const SWIPE_PX = 50

/** The step of a touch that travelled so far: -1 to the previous event, 1 to the next one, 0 none. */
export function swipeStep(travelX: number, travelY: number): -1 | 0 | 1 {
  if (Math.abs(travelX) <= SWIPE_PX || Math.abs(travelY) > Math.abs(travelX)) return 0
  return travelX < 0 ? 1 : -1
}
