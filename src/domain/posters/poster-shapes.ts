import type { PosterPalette } from '@/domain/posters/poster-palettes'
import type { SeededRandom } from '@/domain/posters/seeded-random'

/** Renders one poster's middle on a ground of 400 x 250. `id` is for a part that it refers to, and in the document only once. */
export type Motif = (colors: PosterPalette, random: SeededRandom, id: string) => string

// Every shape is written in as few bytes as SVG allows: those of a poster stay under 830.
export const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
export const shape = (fill: string, path: string) => `<path fill="${fill}" d="${path}"/>`
export const line = (color: string, width: number, path: string) =>
  `<path fill="none" stroke="${color}" stroke-width="${width}" d="${path}"/>`
export const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** Water from `y` down: `half` is half a wavelength, `rise` its height, `shift` where it begins. */
export const water = (fill: string, y: number, half: number, rise: number, shift = 0) =>
  shape(
    fill,
    `M${-shift} ${y}q${half / 2} ${-rise} ${half} 0t${`${half} 0 `.repeat(Math.ceil((400 + shift) / half) - 1).trim()}V250H0z`,
  )
