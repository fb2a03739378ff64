import type { PublicEvent } from '@/contract/events/events'

/** How much larger than it is a small photo is shown. */
export const MAX_ENLARGEMENT = 1.5

/** The size of the full picture, in pixels; that of a generated poster where there is no photo, or an old one of unknown size. */
export function photoSize({
  photo_width: width,
  photo_height: height,
}: Pick<PublicEvent, 'photo_width' | 'photo_height'>): { width: number; height: number } {
  return width && height ? { width, height } : { width: 1600, height: 1000 }
}
