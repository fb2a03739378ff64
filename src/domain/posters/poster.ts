import { foldText } from '@/domain/text/plain-text'
import { villageWall } from '@/domain/time/local-time'
import { nightPalettes, palettesOfHour } from './poster-palettes'
import type { PosterPalette } from './poster-palettes'

/** Renders one poster's middle on a ground of 400 x 250. `id` is for a part that it refers to, and in the document only once. */
type Motif = (colors: PosterPalette, random: SeededRandom, id: string) => string

// Every shape is written in as few bytes as SVG allows: those of a poster stay under 830.
const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
const shape = (fill: string, path: string) => `<path fill="${fill}" d="${path}"/>`
const line = (color: string, width: number, path: string) =>
  `<path fill="none" stroke="${color}" stroke-width="${width}" d="${path}"/>`
const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** Water from `y` down: `half` is half a wavelength, `rise` its height, `shift` where it begins. */
const water = (fill: string, y: number, half: number, rise: number, shift = 0) =>
  shape(
    fill,
    `M${-shift} ${y}q${half / 2} ${-rise} ${half} 0t${`${half} 0 `.repeat(Math.ceil((400 + shift) / half) - 1).trim()}V250H0z`,
  )

type Block = (x: number, y: number, fill: string) => string

const music: Motif = (c, r) => {
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

const market: Motif = (c, r) => {
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

const art: Motif = (c, r) => {
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

const sport: Motif = (c, r) => {
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

const tradition: Motif = (c, r, id) => {
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

const workshop: Motif = (c, r) => {
  const fills = [c.mid, c.sun, c.near, c.far, c.light]
  const blocks: readonly [Block, ...Block[]] = [
    (x, y, fill) => shape(fill, `M${x} ${y}h80v80h-80z`),
    (x, y, fill) => disc(x + 40, y + 40, 40, fill),
    (x, y, fill) => shape(fill, `M${x} ${y}a80 80 0 0180 80h-80z`),
    (x, y, fill) => shape(fill, `M${x} ${y + 80}L${x + 40} ${y}l40 80z`),
    (x, y, fill) => shape(fill, `M${x} ${y + 80}v-40a40 40 0 0180 0v40z`),
  ]
  const first = r.between(0, 4)
  return times(8, (index) => {
    const fill = fills[(first + index * 2) % 5] ?? c.sun
    return r.pick(blocks)(40 + (index % 4) * 80, 45 + 80 * Math.floor(index / 4), fill)
  })
}

const community: Motif = (c, r) => {
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

const sunAndSea: Motif = (c, r) =>
  disc(r.between(110, 290), r.between(92, 138), r.between(38, 58), c.sun) +
  water(c.far, r.between(140, 152), r.between(60, 90), 12) +
  water(c.mid, r.between(172, 184), r.between(70, 110), r.between(20, 34), r.between(10, 60)) +
  water(c.near, r.between(210, 220), r.between(80, 120), r.between(18, 30), r.between(10, 70))

const surf: Motif = (c, r) => {
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

const food: Motif = (c, r) => {
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

const family: Motif = (c, r) => {
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

const nature: Motif = (c, r) => {
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

const nightlife: Motif = (c, r) => {
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

export type PosterSubject = {
  title: string
  /** One of the first two keys that name a known family decides the motif; none or unknown ones give the sea. */
  tagKeys: readonly string[]
  /** The hour of the village's clock, 0 to 23, at which the event begins: it sets the light. Undefined when it is all day. */
  hour?: number | undefined
}

export const posterSubject = ({ title, tags, start_time, is_all_day }: PosterEvent): PosterSubject => ({
  title,
  tagKeys: tags.map(({ key }) => key),
  hour: is_all_day ? undefined : villageWall(start_time).hour,
})

interface PosterEvent {
  title: string
  tags: readonly { key: string }[]
  start_time: number
  is_all_day: boolean
}

/** Fragments of tag keys, English and Portuguese. Order matters: "surf-music" is surf. */
const families: readonly (readonly [Motif, RegExp])[] = [
  [surf, /surf|wave|onda|bodyboard|longboard|sup\b/],
  [music, /music|concert|fado|jazz|rock|choir|coro|band/],
  [nightlife, /night|noite|party|\bclub|\bdj\b|dance|danca|\bbar\b/],
  [market, /market|mercado|feira|\bfair|craft|artesan|vintage|flea/],
  [food, /food|comida|gastro|tasting|wine|vinho|seafood|marisco|dinner|beer|cerveja/],
  [art, /\bart|exhibit|exposi|photo|foto|film|cinema|theat|teatro|galler|galeria|cultur/],
  [sport, /sport|desport|\brun|corrida|yoga|fitness|skate|bike|cicl|volley|football|futebol|swim|competi/],
  [family, /famil|kid|child|crianca/],
  [nature, /natur|hike|walk|trilho|caminhada|outdoor|garden|ocean|clean|\beco|wellness/],
  [tradition, /tradi|procession|procissao|heritage|patrimonio|religi|santos|fisher|pesca|histor/],
  [workshop, /workshop|class|aula|course|curso|learn|talk|oficina|conferenc/],
  [community, /communit|comunidade|volunt|local|meet|charity|social/],
]

/** The motifs are those of the first two tags that are known: with more, hardly a poster would show what the event is. */
const MOTIFS_OF_TAGS = 2

const motifOf = (tagKeys: readonly string[], random: SeededRandom): Motif => {
  const known = tagKeys.flatMap((key) => {
    const plain = foldText(key)
    return families.find(([, words]) => words.test(plain))?.[0] ?? []
  })
  const [first = sunAndSea, ...others] = [...new Set(known)].slice(0, MOTIFS_OF_TAGS)
  return random.pick([first, ...others])
}

const composition = (random: SeededRandom): string => {
  const scale = random.pick([1, 1.2, 1.45])
  const side = random.pick([1, -1])
  const room = Math.round(200 * (scale - 1))
  const x = 200 - 200 * scale * side + random.between(-room, room)
  const y = 125 - 125 * scale + random.between(-room, room) / 2
  return `matrix(${side * scale} 0 0 ${scale} ${Math.round(x)} ${Math.round(y)})`
}

/** The content of an `<svg>` with a box of 400 by 250, at most 830 bytes. No other id of the document begins with `id`. */
export const posterShapes = ({ title, tagKeys, hour }: PosterSubject, id: string): string => {
  const random = randomFrom(hashText([title.trim(), ...tagKeys].join('\n')))
  const motif = motifOf(tagKeys, random)
  const colors = random.pick(motif === nightlife ? nightPalettes : palettesOfHour(hour))
  return (
    `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${colors.high}"/>` +
    `<stop offset="1" stop-color="${colors.low}"/></linearGradient>` +
    `<path fill="url(#${id})" d="M0 0h400v250H0z"/><g stroke-linecap="round" transform="${composition(random)}">${motif(colors, random, `${id}m`)}</g>`
  )
}

export const posterSvg = (
  subject: PosterSubject,
  { width, height }: { width: number; height: number },
): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 250" ` +
  `preserveAspectRatio="xMidYMid slice">${posterShapes(subject, 'sky')}</svg>`

/** FNV-1a over UTF-16 units, 32 bits, never negative. It is no good for secrets. */
const hashText = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

export type SeededRandom = {
  /** A whole number from `low` to `high`, both included. */
  between: (low: number, high: number) => number
  pick: <T>(items: readonly [T, ...T[]]) => T
}

/** Gives the same numbers for the same seed, everywhere (mulberry32). They are no good for secrets. */
export const randomFrom = (seed: number): SeededRandom => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return { between, pick: (items) => items[between(0, items.length - 1)] ?? items[0] }
}
