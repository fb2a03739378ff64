import { disc, line, shape, times } from '@/domain/posters/poster-shapes'
import type { Motif } from '@/domain/posters/poster-shapes'

type Block = (x: number, y: number, fill: string) => string

/** Sound as rings, and notes on them. */
export const music: Motif = (c, r) => {
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

/** A striped awning over boxes of fruit. */
export const market: Motif = (c, r) => {
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

/** Cut paper: big shapes laid over each other. */
export const art: Motif = (c, r) => {
  const x = r.between(120, 190)
  return (
    disc(x, r.between(110, 140), r.between(74, 92), c.sun) +
    shape(c.mid, `M${x + 20} 250V${r.between(70, 110)}a70 70 0 01140 0V250z`) +
    shape(c.near, `M0 250V${r.between(160, 190)}q${r.between(60, 110)}-70 ${r.between(170, 220)} 70z`) +
    line(c.light, 9, `M${r.between(40, 80)} 60q30-50 60 0t60 0 60 0 60 0`) +
    disc(x + 90, r.between(100, 130), 26, c.light) +
    shape(c.far, `M${r.between(280, 310)} 250l55-${r.between(70, 110)} 55 110z`)
  )
}

/** Lanes of a track, and a flag of the finish. */
export const sport: Motif = (c, r) => {
  const y = r.between(230, 262)
  const fills = [c.near, c.mid, c.far, c.sun]
  const x = r.between(270, 300)
  return (
    times(4, (index) => disc(120, y, 215 - index * 46, fills[index] ?? c.mid)) +
    `<path fill="none" stroke="${c.light}" stroke-width="3" stroke-dasharray="26 18" d="` +
    times(3, (index) => `M${120 - 192 + index * 46} ${y}a1 1 0 01${384 - index * 92} 0`) +
    '"/>' +
    line(c.near, 6, `M${x} 60v150`) +
    shape(c.sun, `M${x} 46q32-16 52 0t48 0v58q-26 16-48 0t-52 0z`)
  )
}

/** Glazed tiles, as on the walls of the village. */
export const tradition: Motif = (c, r, id) => {
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

/** Building blocks in a row. */
export const workshop: Motif = (c, r) => {
  const fills = [c.mid, c.sun, c.near, c.far, c.light]
  const blocks: readonly [Block, ...Block[]] = [
    (x, y, fill) => shape(fill, `M${x} ${y}h80v80h-80z`),
    (x, y, fill) => disc(x + 40, y + 40, 40, fill),
    (x, y, fill) => shape(fill, `M${x} ${y}a80 80 0 0180 80h-80z`),
    (x, y, fill) => shape(fill, `M${x} ${y + 80}L${x + 40} ${y}l40 80z`),
    (x, y, fill) => shape(fill, `M${x} ${y + 80}v-40a40 40 0 0180 0v40z`),
  ]
  // Taken by twos round five colours, neighbours never share one.
  const first = r.between(0, 4)
  return times(8, (index) => {
    const fill = fills[(first + index * 2) % 5] ?? c.sun
    return r.pick(blocks)(40 + (index % 4) * 80, 45 + 80 * Math.floor(index / 4), fill)
  })
}

/** White houses with a blue band, and bunting across the street. */
export const community: Motif = (c, r) => {
  const eaves = [0, 1, 2, 3].map(() => r.between(112, 150))
  const houses = (draw: (x: number, y: number) => string) =>
    eaves.map((y, index) => draw(index * 104 - 8, y)).join('')
  const flags = [
    [22, 31],
    [88, 51],
    [154, 60],
    [220, 60],
    [286, 51],
    [346, 36],
  ] as const
  const bunting = (from: number) => times(3, (index) => `M${flags[index * 2 + from]?.join(' ')}h32l-16 32z`)
  return (
    shape(
      c.sun,
      houses((x, y) => `M${x} ${y}l52-36 52 36z`),
    ) +
    shape(
      c.light,
      houses((x, y) => `M${x} ${y}h85v138h-85z`),
    ) +
    line(
      c.near,
      18,
      houses((x, y) => `M${x + r.between(28, 76)} ${y + 36}v24`),
    ) +
    shape(c.mid, `M0 222h400v28H0z${bunting(0)}`) +
    shape(c.sun, bunting(1)) +
    line(c.near, 2, 'M0 20q200 84 400 0')
  )
}
