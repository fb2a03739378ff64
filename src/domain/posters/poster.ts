import { foldText } from '@/domain/text/plain-text'
import { villageWall } from '@/domain/time/local-time'
import * as motif from './poster-motifs'
import type { Motif, PosterPalette, SeededRandom } from './poster-motifs'

export type { SeededRandom } from './poster-motifs'

export type PosterSubject = {
  title: string
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

type Palettes = readonly [PosterPalette, ...PosterPalette[]]

const palette = (colors: string): PosterPalette => {
  const [high = '', low = '', sun = '', far = '', mid = '', near = '', light = '#fff'] = colors.split(' ')
  return { high, low, sun, far, mid, near, light }
}

const morning = palette('#b5e0ea #fbeedb #ff8355 #6fbccf #1e87a8 #0b4156 #fff')
const noon = palette('#48b0ce #d9f3f4 #ffd166 #2c93b2 #0f6c8c #0a3040 #fff')
const seaFog = palette('#d3e4e6 #faf4e8 #f4a259 #a3c6cc #5493a4 #1d4c5c #fff')
const sand = palette('#f8eedb #fffaf0 #ff7a47 #e5cfa6 #2899b5 #0d5570 #fff')
const pines = palette('#cfe8c9 #f9f6e3 #f2a541 #8fbf9f #3d8b7d #14474a #fff')
const afternoon = palette('#f7c59f #fdeed8 #e5572a #7fb2b5 #2f7d92 #123f53 #fff6e9')
const rose = palette('#f2b5a7 #fbe8dd #c8435f #a9a0b8 #5d6f96 #1a2145 #fff3ea')
const dusk = palette('#274f78 #f6a07c #ffdf9e #4a6f94 #22506f #0c2a40 #ffeedd')

const night: Palettes = [
  palette('#071b2a #17506b #ffd9a0 #1d6583 #0f4660 #051620 #ff8355'),
  palette('#1a1740 #6b3a67 #ffc48a #4d3566 #2a2350 #100d2b #ff8f6b'),
  palette('#062a33 #0f7377 #fff1c9 #14838a #0a555f #041b22 #ffb057'),
]

/** The light at an hour of the village's clock, 0 to 23; any of the day when there is none. */
const palettesOfHour = (hour: number | undefined): Palettes => {
  if (hour === undefined) return [morning, noon, seaFog, sand, pines, afternoon, rose, dusk]
  if (hour >= 22 || hour < 5) return night
  if (hour < 11) return [morning, seaFog, sand, pines]
  if (hour < 16) return [noon, sand, pines, morning]
  if (hour < 19) return [afternoon, rose, sand]
  return [dusk, rose, ...night]
}

/** Fragments of tag keys, English and Portuguese. Order matters: "surf-music" is surf. */
const TAGS: readonly (readonly [RegExp, readonly Motif[]])[] = [
  [/surf|wave|onda|bodyboard|longboard|sup\b/, [motif.wave]],
  [/music|concert|fado|jazz|rock|choir|coro|band/, [motif.vinyl, motif.bars]],
  [/night|noite|party|\bclub|\bdj\b|dance|danca|\bbar\b|film|cinema|theat|teatro/, [motif.bars]],
  [/market|mercado|feira|\bfair|vintage|flea/, [motif.awning]],
  [/food|comida|gastro|tasting|wine|vinho|seafood|marisco|dinner|beer|cerveja/, [motif.fish]],
  [/yoga|ioga|wellness|bem-estar|medita|breath/, [motif.lotus]],
  [/famil|kid|child|crianca|festival|festa/, [motif.balloons]],
  [/natur|hike|walk|trilho|caminhada|outdoor|garden|clean|\beco/, [motif.cliffs]],
  [/tradi|procession|procissao|heritage|patrimonio|religi|santos|histor/, [motif.tiles, motif.boat]],
  [/fisher|pesca|ocean|\bsea\b|\bmar\b|beach|praia/, [motif.boat]],
  [
    /workshop|class|aula|course|curso|learn|talk|oficina|conferenc|\bart|exhibit|exposi|photo|foto|galler|galeria|cultur|craft/,
    [motif.blocks],
  ],
  [/sport|desport|\brun|corrida|fitness|skate|bike|cicl|volley|football|futebol|competi/, [motif.flag]],
]

/** The motifs are those of the first two tags that are known: with more, hardly a poster would show what the event is. */
const MOTIFS_OF_TAGS = 2
const OF_THE_COAST = [motif.sunAndSea, motif.boat]

const motifsOfTag = (key: string) => TAGS.find(([words]) => words.test(foldText(key)))?.[1] ?? []

const motifsOf = (tagKeys: readonly string[]): readonly Motif[] => {
  const known = tagKeys.map(motifsOfTag).filter((motifs) => motifs.length > 0)
  return known.length > 0 ? known.slice(0, MOTIFS_OF_TAGS).flat() : OF_THE_COAST
}

const composition = (random: SeededRandom): string => {
  const scale = random.pick([1, 1.2, 1.45])
  const side = random.pick([1, -1])
  const room = Math.round(200 * (scale - 1))
  const x = 200 - 200 * scale * side + random.between(-room, room)
  const y = 125 - 125 * scale + random.between(-room, room) / 2
  return `matrix(${side * scale} 0 0 ${scale} ${Math.round(x)} ${Math.round(y)})`
}

/** Another one deals the motifs anew: with this one, neighbours of the demonstration differ. */
const SEED = '59'

/** The content of an `<svg>` with a box of 400 by 250, at most 830 bytes. No other id of the document begins with `id`. */
export const posterShapes = (subject: PosterSubject, id: string): string => {
  const { title, tagKeys, hour } = subject
  const random = randomFrom(hashText([title.trim(), ...tagKeys, SEED].join('\n')))
  const colors = random.pick(palettesOfHour(hour))
  const motifs = motifsOf(tagKeys)
  const draw = motifs[random.between(0, motifs.length - 1)] ?? motif.sunAndSea
  return (
    `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${colors.high}"/>` +
    `<stop offset="1" stop-color="${colors.low}"/></linearGradient>` +
    `<path fill="url(#${id})" d="M0 0h400v250H0z"/><g stroke-linecap="round" transform="${composition(random)}">${draw(colors, random, `${id}m`)}</g>`
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
