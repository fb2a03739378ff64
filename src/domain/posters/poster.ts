import { foldText } from '@/domain/text/fold-text'
import { villageWall } from '@/domain/time/local-time'
import { family, food, nature, nightlife, sunAndSea, surf } from '@/domain/posters/poster-motifs-shore'
import {
  art,
  community,
  market,
  music,
  sport,
  tradition,
  workshop,
} from '@/domain/posters/poster-motifs-village'
import { nightPalettes, palettesOfHour } from '@/domain/posters/poster-palettes'
import type { Motif } from '@/domain/posters/poster-shapes'
import { hashText, randomFrom } from '@/domain/posters/seeded-random'
import type { SeededRandom } from '@/domain/posters/seeded-random'

/**
 * A poster replaces the photo that an event does not have: it is rendered from tags, title and time of day, the same on every
 * device and on the server, with no network. It has no text: the card has the words.
 */
export type PosterSubject = {
  title: string
  /** One of the first two keys that name a known family decides the motif; none or unknown ones give the sea. */
  tagKeys: readonly string[]
  /** The hour of the village's clock, 0 to 23, at which the event begins: it sets the light. Undefined when it is all day. */
  hour?: number | undefined
}

/** The part of an event that its poster shows; `start_time` is in epoch seconds. */
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

/** Pixels. */
interface PosterSize {
  width: number
  height: number
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

/** The motif from the left or mirrored, whole or nearer: what two posters of one motif differ in at a glance. */
const composition = (random: SeededRandom): string => {
  const scale = random.pick([1, 1.2, 1.45])
  const side = random.pick([1, -1])
  const room = Math.round(200 * (scale - 1))
  const x = 200 - 200 * scale * side + random.between(-room, room)
  const y = 125 - 125 * scale + random.between(-room, room) / 2
  return `matrix(${side * scale} 0 0 ${scale} ${Math.round(x)} ${Math.round(y)})`
}

/**
 * The content of a poster's `<svg>`, whose box is 400 by 250: at most 830 bytes, deterministic in title, tags and hour. No other id of
 * the document begins with `id`.
 */
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

/** A standalone SVG, 16:10, which is cut to `width` and `height`: to be rasterised. */
export const posterSvg = (subject: PosterSubject, { width, height }: PosterSize): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 250" ` +
  `preserveAspectRatio="xMidYMid slice">${posterShapes(subject, 'sky')}</svg>`
