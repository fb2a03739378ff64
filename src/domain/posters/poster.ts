import { foldText } from '@/domain/text/fold-text'
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
import { nightPalettes, palettes } from '@/domain/posters/poster-palettes'
import type { Motif } from '@/domain/posters/poster-shapes'
import { hashText, randomFrom } from '@/domain/posters/seeded-random'

/**
 * What stands in for the photo an event does not have: a small poster rendered from its tags and title, the
 * same on every device and on the server, with no network. No text in it: the card says the words.
 */
export type PosterSubject = {
  title: string
  /** The first key that names a known family decides the motif; none or unknown ones draw the sea. */
  tagKeys: readonly string[]
  /** Pixels, for standalone use (rasterising); inline posters fill the box they are given. */
  width?: number
  height?: number
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

const motifOf = (tagKeys: readonly string[]): Motif => {
  for (const key of tagKeys) {
    const plain = foldText(key)
    const known = families.find(([, words]) => words.test(plain))
    if (known) return known[0]
  }
  return sunAndSea
}

/** A standalone SVG of at most 900 bytes, 16:10, deterministic in title and tags. */
export const posterSvg = ({ title, tagKeys, width, height }: PosterSubject): string => {
  const motif = motifOf(tagKeys)
  const seed = hashText([title.trim(), ...tagKeys].join('\n'))
  const random = randomFrom(seed)
  const colors = random.pick(motif === nightlife ? nightPalettes : palettes)
  const id = `p${seed.toString(36)}`
  const size = width && height ? ` width="${Math.round(width)}" height="${Math.round(height)}"` : ''
  return (
    `<svg xmlns="http://www.w3.org/2000/svg"${size} viewBox="0 0 400 250" preserveAspectRatio="xMidYMid slice" stroke-linecap="round">` +
    `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${colors.high}"/>` +
    `<stop offset="1" stop-color="${colors.low}"/></linearGradient>` +
    `<path fill="url(#${id})" d="M0 0h400v250H0z"/>${motif(colors, random)}</svg>`
  )
}

/** The same as the source of an `<img>`. */
export const posterDataUrl = (subject: PosterSubject): string =>
  `data:image/svg+xml,${posterSvg(subject)
    .replace(/"/g, "'")
    .replace(/[#%<>]/g, encodeURIComponent)}`
