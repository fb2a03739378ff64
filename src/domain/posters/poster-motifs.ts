export type PosterPalette = {
  high: string
  low: string
  sun: string
  far: string
  mid: string
  near: string
  light: string
}

export type SeededRandom = {
  /** A whole number from `low` to `high`, both included. */
  between: (low: number, high: number) => number
  pick: <T>(items: readonly [T, ...T[]]) => T
}

/** Renders one poster's middle on a ground of 400 x 250. `id` is for a part that it refers to, once in the document. */
export type Motif = (colors: PosterPalette, random: SeededRandom, id: string) => string

// Every shape is written in as few bytes as SVG allows: those of a poster stay under 830.
export const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
export const shape = (fill: string, path: string) => `<path fill="${fill}" d="${path}"/>`
const line = (color: string, width: number, path: string) =>
  `<path fill="none" stroke="${color}" stroke-width="${width}" d="${path}"/>`
const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** Water from `y` down: `half` is half a wavelength, `rise` its height, `shift` where it begins. */
export const water = (fill: string, y: number, half: number, rise: number, shift = 0) =>
  shape(
    fill,
    `M${-shift} ${y}q${half / 2} ${-rise} ${half} 0t${`${half} 0 `.repeat(Math.ceil((400 + shift) / half) - 1).trim()}V250H0z`,
  )

type Block = (x: number, y: number, fill: string) => string

export const vinyl: Motif = (c, r) => {
  const x = r.between(90, 310)
  const y = r.between(190, 240)
  const fills = [c.near, c.mid, c.far, c.sun, c.light]
  const note = (left: number, top: number) =>
    `${disc(left, top, 13, c.light)}${disc(left + 44, top - 8, 13, c.light)}` +
    `<path fill="none" stroke="${c.light}" stroke-width="6" d="M${left + 10} ${top}v-58l44-8v58"/>`
  return (
    times(5, (index) => disc(x, y, 185 - index * 36, fills[index] ?? c.sun)) +
    note(x > 200 ? r.between(60, 90) : r.between(260, 300), r.between(80, 110))
  )
}

const stripes = (fill: string, from: number) =>
  line(
    fill,
    50,
    times(4, (index) => `M${100 * index + from} 20v64`),
  )

export const awning: Motif = (c, r) => {
  const fruit = (fill: string, from: number) =>
    line(
      fill,
      46,
      times(4, (index) => `M${from + index * 107} ${r.between(182, 194)}h0`),
    )
  return (
    stripes(c.sun, 25) +
    stripes(c.light, 75) +
    fruit(c.sun, 14) +
    fruit(r.pick([c.mid, c.far]), 66) +
    shape(c.near, 'M0 0h400v42H0zM0 196h400v54H0z') +
    line(c.mid, 4, 'M20 216h360M20 234h360')
  )
}

export const tiles: Motif = (c, r, id) => {
  const petal = r.between(24, 40)
  return (
    `<pattern id="${id}" width="100" height="100" patternUnits="userSpaceOnUse"><path fill="${c.light}" d="M0 0h100v100H0z"/>` +
    shape(
      c.mid,
      `M50 50q${petal}-${petal} 0-50q-${petal} ${petal} 0 50q${petal} ${petal} 50 0q-${petal}-${petal}-50 0q-${petal} ${petal} 0 50q${petal}-${petal} 0-50q-${petal} ${petal}-50 0q${petal}-${petal} 50 0`,
    ) +
    shape(c.near, 'M0 0h24L0 24zM100 0v24L76 0zM0 100V76l24 24zM100 100H76l24-24z') +
    `${disc(50, 50, 9, c.sun)}</pattern><path fill="url(#${id})" transform="translate(0 25)" d="M0-25h400v250H0z"/>`
  )
}

export const blocks: Motif = (c, r) => {
  const fills = [c.mid, c.sun, c.near, c.far, c.light]
  const kinds: readonly [Block, ...Block[]] = [
    (x, y, fill) => shape(fill, `M${x} ${y}h80v80h-80z`),
    (x, y, fill) => disc(x + 40, y + 40, 40, fill),
    (x, y, fill) => shape(fill, `M${x} ${y}a80 80 0 0180 80h-80z`),
    (x, y, fill) => shape(fill, `M${x} ${y + 80}L${x + 40} ${y}l40 80z`),
    (x, y, fill) => shape(fill, `M${x} ${y + 80}v-40a40 40 0 0180 0v40z`),
  ]
  const first = r.between(0, 4)
  return times(8, (index) => {
    const fill = fills[(first + index * 2) % 5] ?? c.sun
    return r.pick(kinds)(40 + (index % 4) * 80, 45 + 80 * Math.floor(index / 4), fill)
  })
}

export const sunAndSea: Motif = (c, r) =>
  disc(r.between(110, 290), r.between(92, 138), r.between(38, 58), c.sun) +
  water(c.far, r.between(140, 152), r.between(60, 90), 12) +
  water(c.mid, r.between(172, 184), r.between(70, 110), r.between(20, 34), r.between(10, 60)) +
  water(c.near, r.between(210, 220), r.between(80, 120), r.between(18, 30), r.between(10, 70))

export const wave: Motif = (c, r) => {
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

export const fish: Motif = (c, r) => {
  const fills = [c.mid, c.near, c.mid]
  const swimming = (index: number) => {
    const x = 74 + r.between(0, 40)
    const y = 72 + index * 52
    return (
      shape(fills[index] ?? c.mid, `M${x} ${y}q90-46 180 0l42-22q-10 22 0 44l-42-22q-90 46-180 0z`) +
      disc(x + 30, y - 4, 5, c.light)
    )
  }
  return disc(r.between(150, 250), 125, 112, c.sun) + times(3, swimming)
}

const bird = (x: number, y: number) => `M${x} ${y}q10-12 18 0q10-12 18 0`

export const cliffs: Motif = (c, r) => {
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

export const lotus: Motif = (c, r) => {
  const y = r.between(186, 200)
  const petal = (fill: string, turn: number, length: number) =>
    `<path fill="${fill}" d="M200 ${y}q-44-${length / 2} 0-${length}q44 ${length / 2} 0 ${length}z" transform="rotate(${turn} 200 ${y})"/>`
  return (
    disc(200, y - 50, r.between(84, 98), c.sun) +
    petal(c.far, -68, 118) +
    petal(c.far, 68, 118) +
    petal(c.mid, -36, 134) +
    petal(c.mid, 36, 134) +
    petal(c.light, 0, 146) +
    shape(c.near, `M0 ${y}q200-20 400 0v60H0z`)
  )
}

export const boat: Motif = (c, r) => {
  const x = r.between(130, 190)
  return (
    disc(r.between(290, 330), r.between(60, 90), 34, c.sun) +
    water(c.far, 138, 90, 10) +
    line(c.near, 5, `M${x + 46} 176V58`) +
    shape(c.light, `M${x + 54} 64q62 34 70 92h-70z`) +
    shape(c.sun, `M${x + 38} 82v74h-52q14-50 52-74z`) +
    shape(c.near, `M${x - 46} 168h200q-14 48-48 50H${x}q-34-6-46-50z`) +
    line(c.light, 5, `M${x - 36} 182h178`) +
    water(c.mid, 204, r.between(50, 80), 16, r.between(0, 40))
  )
}

export const bars: Motif = (c, r) => {
  const fills = [c.sun, c.mid, c.light, c.far]
  return (
    shape(c.near, 'M0 0h400v250H0z') +
    times(4, (color) =>
      line(
        fills[color] ?? c.sun,
        24,
        times(2, (index) => {
          const half = r.between(14, 84)
          return `M${48 + color * 44 + index * 176 - 22} ${125 - half}v${2 * half}`
        }),
      ),
    )
  )
}

export const balloons: Motif = (c, r) => {
  const places = [
    [r.between(96, 124), r.between(86, 110), c.mid],
    [r.between(276, 304), r.between(86, 110), c.far],
    [r.between(190, 210), r.between(64, 84), c.sun],
  ] as const
  const each = (draw: (x: number, y: number, fill: string) => string) =>
    places.map((place) => draw(...place)).join('')
  return (
    line(
      c.near,
      3,
      each((x, y) => `M${x} ${y}q14 90 ${200 - x} ${250 - y}`),
    ) +
    each((x, y, fill) => `<ellipse cx="${x}" cy="${y}" rx="42" ry="50" fill="${fill}"/>`) +
    line(
      c.light,
      5,
      each((x, y) => `M${x - 22} ${y - 10}q2-22 18-26`),
    )
  )
}

export const flag: Motif = (c, r) => {
  const row = (y: number, shift: number) =>
    `<path fill="none" stroke="${c.near}" stroke-width="42" stroke-dasharray="46" stroke-dashoffset="${shift}" stroke-linecap="butt" d="M76 ${y}h230"/>`
  const first = 46 * r.between(0, 1)
  return (
    disc(r.between(280, 330), r.between(160, 190), 44, c.sun) +
    line(c.near, 10, 'M70 30v220') +
    shape(c.light, 'M76 34h230v126h-230z') +
    row(55, first) +
    row(97, 46 - first) +
    row(139, first)
  )
}
