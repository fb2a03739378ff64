import { disc, line, shape, times, water } from '@/domain/posters/poster-shapes'
import type { Motif } from '@/domain/posters/poster-shapes'

/** A low sun, and the sea in three distances. */
export const sunAndSea: Motif = (c, r) =>
  disc(r.between(110, 290), r.between(92, 138), r.between(38, 58), c.sun) +
  water(c.far, r.between(140, 152), r.between(60, 90), 12) +
  water(c.mid, r.between(172, 184), r.between(70, 110), r.between(20, 34), r.between(10, 60)) +
  water(c.near, r.between(210, 220), r.between(80, 120), r.between(18, 30), r.between(10, 70))

/** Boards planted in the sand, or a wave about to break. */
export const surf: Motif = (c, r) => {
  if (r.between(0, 1) === 0) {
    const left = r.between(120, 160)
    const fills = [c.light, c.sun, c.near]
    const tops = fills.map(() => r.between(52, 78))
    return (
      disc(r.between(260, 310), r.between(60, 90), 36, c.sun) +
      water(c.far, 130, 80, 16) +
      water(c.mid, 160, 100, 22, r.between(0, 70)) +
      fills
        .map((fill, index) =>
          shape(fill, `M${left + index * 58} ${tops[index]}q38 90 8 165h-16q-30-75 8-165z`),
        )
        .join('') +
      line(
        c.mid,
        2,
        times(3, (index) => `M${left + index * 58} 92v118`),
      ) +
      water(c.low, 214, 200, 14)
    )
  }
  const tip = r.between(0, 40)
  return (
    disc(r.between(265, 320), r.between(70, 100), r.between(34, 48), c.sun) +
    water(c.far, 150, 70, 12) +
    shape(
      c.mid,
      `M-9 210C60 206 ${66 + tip} 54 ${158 + tip} 50c66-2 88 48 78 84-16-34-62-34-70 4-6 40 60 72 240 54v62H-9z`,
    ) +
    line(
      c.light,
      5,
      `M${158 + tip} 50c66-2 88 48 78 84M${130 + tip} 96c-18 40-26 70-62 100M${150 + tip} 130c-4 30-14 46-34 66`,
    ) +
    water(c.near, 216, r.between(70, 100), 22, r.between(0, 50))
  )
}

/** Sardines over the grill. */
export const food: Motif = (c, r) => {
  const fills = [c.mid, c.near, c.mid]
  const fish = (index: number) => {
    const x = 74 + r.between(0, 40)
    const y = 72 + index * 52
    return (
      shape(fills[index] ?? c.mid, `M${x} ${y}q90-46 180 0l42-22q-10 22 0 44l-42-22q-90 46-180 0z`) +
      disc(x + 30, y - 4, 5, c.light)
    )
  }
  return disc(r.between(150, 250), 125, 112, c.sun) + times(3, fish)
}

const kite = (x: number, y: number) => `M${x} ${y - 52}l36 46-36 62-36-62z`
const spars = (x: number, y: number) => `M${x} ${y - 52}v108m-36-62h72`
const tail = (x: number, y: number) => `M${x} ${y + 56}q22 18 0 36t4 40`

/** Kites over the dunes. */
export const family: Motif = (c, r) => {
  const [x1, y1, x2, y2] = [
    r.between(110, 160),
    r.between(84, 104),
    r.between(240, 270),
    r.between(94, 120),
  ] as const
  return (
    disc(r.between(310, 350), r.between(46, 62), 28, c.light) +
    line(c.near, 4, tail(x1, y1) + tail(x2, y2)) +
    shape(c.sun, kite(x1, y1)) +
    shape(c.mid, kite(x2, y2)) +
    line(c.light, 3, spars(x1, y1) + spars(x2, y2)) +
    shape(c.far, `M0 ${r.between(196, 210)}q90-46 200 0t200-14V250H0z`) +
    shape(c.near, `M0 236q120-34 230-4t170-16v34H0z`)
  )
}

const bird = (x: number, y: number) => `M${x} ${y}q10-12 18 0q10-12 18 0`

/** Cliffs above the sea, birds over them. */
export const nature: Motif = (c, r) => {
  const top = r.between(70, 100)
  return (
    disc(r.between(90, 160), r.between(110, 140), r.between(38, 50), c.sun) +
    line(c.near, 4, bird(r.between(60, 110), 50) + bird(r.between(150, 190), 76)) +
    water(c.mid, 168, 50, 8) +
    shape(c.far, `M400 ${top}l-90 8-22 30-40 6-14 34-38 10-12 84h216z`) +
    shape(c.near, `M400 ${top + 54}l-58 10-16 28-44 12-16 40-40 14-10 60h184z`) +
    water(c.mid, r.between(222, 232), r.between(50, 70), 10, r.between(0, 40))
  )
}

/** A moon, and its road on the water. */
export const nightlife: Motif = (c, r) => {
  const x = r.between(130, 270)
  return (
    line(
      c.sun,
      4,
      times(6, () => `M${r.between(20, 380)} ${r.between(14, 110)}h0`),
    ) +
    disc(x, r.between(78, 96), r.between(36, 46), c.sun) +
    water(c.far, 150, 60, 8) +
    water(c.mid, 186, 90, 14, r.between(0, 60)) +
    water(c.near, 222, 110, 18, r.between(0, 60)) +
    line(c.light, 6, `M${x - 40} 164h80M${x - 24} 180h60M${x - 34} 202h44M${x - 10} 218h40`)
  )
}
