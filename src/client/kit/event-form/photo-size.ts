/** Longest side and weight that a photo is brought to on the device: 10 MB never arrive from a beach (offline.md). */
export const LONGEST_SIDE_PX = 2048
export const AIM_BYTES = 600 * 1024

/** Qualities of JPEG to try, from the best; the last one is taken whatever it weighs. */
export const JPEG_QUALITIES = [0.86, 0.78, 0.7, 0.6] as const

export interface PixelSize {
  width: number
  height: number
}

/** The size within the longest side, proportions kept; never larger than it was. */
export function fitWithin({ width, height }: PixelSize, longestSide = LONGEST_SIDE_PX): PixelSize {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Whether a photo may travel as it is. */
export function isLight(bytes: number, size: PixelSize): boolean {
  return bytes <= AIM_BYTES && Math.max(size.width, size.height) <= LONGEST_SIDE_PX
}
