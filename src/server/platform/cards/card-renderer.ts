// Renders the pictures of links: words beside the poster of their event.

import { createRequire } from 'node:module'
import pLimit from 'p-limit'
import sharp, { type OverlayOptions } from 'sharp'
import { posterSvg, type PosterSubject } from '@/domain/posters/poster'
import { escapeMarkup } from '@/domain/text/markup'
import { cutText } from '@/domain/text/plain-text'

/** The words of a link's picture. Letters that the font has not got are left out. */
export interface Card {
  poster: PosterSubject
  overline: string
  title: string
  underline: string
  brand: string
}

/** A few cards at a time: libvips renders them in threads of its own, which photos need, too. */
const rendering = pLimit(1)
const MAX_WAITING = 20

/** Too many cards wait for their turn. */
export class CardsBusyError extends Error {
  override name = 'CardsBusyError'
}

const { resolve } = createRequire(import.meta.url)
const fontFile = (weight: string) =>
  resolve(`@expo-google-fonts/bricolage-grotesque/${weight}/BricolageGrotesque_${weight}.ttf`)
const TITLE_FONT = { font: 'Bricolage Grotesque ExtraBold', fontfile: fontFile('800ExtraBold') }
const TEXT_FONT = { font: 'Bricolage Grotesque SemiBold', fontfile: fontFile('600SemiBold') }

const WIDTH = 1200
const HEIGHT = 630
/** The poster stands on the right of the words. */
const POSTER_WIDTH = 440
const LEFT = 64
const TEXT_WIDTH = WIDTH - POSTER_WIDTH - 2 * LEFT
const TITLE_TOP = 158
const TITLE_HEIGHT = 262
const UNDERLINE_TOP = 452
const BRAND_TOP = 548
/** A text that has no room in this size is made smaller. */
const TITLE_SIZE = 84
const TEXT_SIZE = 32
const LINE_HEIGHT = 48
/** Colours of the light theme: text, its lesser kind, links. */
const INK = '#0a1e2a'
const MUTED = '#426272'
const ACCENT = '#0d5570'

/** The mark of the site (public/favicon.svg), without its frame. */
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" width="44" height="44" viewBox="0 0 64 64"><clipPath id="a"><rect width="64" height="64" rx="15"/></clipPath><g clip-path="url(#a)"><path fill="#0b4156" d="M0 0h64v64H0z"/><circle cx="43" cy="33" r="10.5" fill="#ff8355"/><path fill="#fff" d="M-20 51c8 1 14 0 20-1C14 47 11 9 36 9c13 0 22 8 22 22-4-7-9-11.5-15-11.5a13.5 13.5 0 100 27c8 0 15 .5 21-2 7-2 13-3 22-2v50H-20z"/><path fill="#7fcfe4" d="M-20 56c7-1 13 3 20 0 8-4 14-4 21-1s14 3 21 0 14-4 22-1c8 3 13 2 22 0v40H-20z"/></g></svg>`

interface Words {
  text: string
  font: { font: string; fontfile: string }
  size: number
  color: string
}

/** The PNG of a card, in some 100 ms. Throws CardsBusyError. */
export async function renderCard(card: Card): Promise<Buffer> {
  if (rendering.pendingCount >= MAX_WAITING) throw new CardsBusyError('too many cards wait')
  return rendering(() => compose(card))
}

async function compose(card: Card): Promise<Buffer> {
  const small = { font: TEXT_FONT, size: TEXT_SIZE, left: LEFT, maxHeight: LINE_HEIGHT }
  const large = { font: TITLE_FONT, size: TITLE_SIZE, left: LEFT, maxHeight: TITLE_HEIGHT }
  const brand = cardText(card.brand)
  const texts = [
    { ...small, text: cardText(card.overline), color: ACCENT, top: 84 },
    // A title in another script than that of the font leaves no text.
    { ...large, text: cardText(card.title) || brand, color: INK, top: TITLE_TOP },
    { ...small, text: cardText(card.underline), color: MUTED, top: UNDERLINE_TOP },
    { ...small, text: brand, size: 28, color: INK, left: LEFT + 60, top: BRAND_TOP },
  ].filter(({ text }) => text.trim() !== '')
  const poster = posterSvg(card.poster, { width: POSTER_WIDTH, height: HEIGHT })
  const layers: OverlayOptions[] = [
    { input: Buffer.from(poster), left: WIDTH - POSTER_WIDTH, top: 0 },
    { input: Buffer.from(MARK), left: LEFT, top: BRAND_TOP - 8 },
  ]
  for (const { left, top, maxHeight, ...words } of texts) {
    const picture = await textPicture(words)
    const { input } = picture.height <= maxHeight ? picture : await textPicture(words, maxHeight)
    layers.push({ input, left, top })
  }
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#ffffff' } })
    .composite(layers)
    .png({ palette: true, quality: 90, effort: 4 })
    .toBuffer()
}

/** The picture of a text in its size, or in one that has room in a height. */
async function textPicture({ text, font, size, color }: Words, height?: number) {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
      font: `${font.font} ${size}`,
      fontfile: font.fontfile,
      width: TEXT_WIDTH,
      // With a height libvips finds the size itself.
      ...(height === undefined ? { dpi: 72 } : { height }),
      wrap: 'word-char',
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  // A word that can be broken nowhere may stand out by a hyphen.
  if (info.width <= TEXT_WIDTH + LEFT) return { input: data, height: info.height }
  return { input: await sharp(data).resize({ width: TEXT_WIDTH }).toBuffer(), height: info.height }
}

/** Longer texts are cut: the rules allow titles of 100 characters, and no link preview shows more. */
const MAX_CHARS = 160
/** Marks above and below one letter: more are a tower of them that runs over the whole card. */
const MARKS = /(\p{M}{2})\p{M}+/gu
const LINE_ENDS = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Pictograms, other scripts and signs that turn the direction would be empty boxes. */
const UNKNOWN =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Cf}|\u20e3|\ufe0f|[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/gu

/** The text in one line, in letters that the font has. May be ''. */
function cardText(text: string): string {
  const known = cutText(text, 4 * MAX_CHARS)
    .replace(UNKNOWN, ' ')
    .replace(MARKS, '$1')
    .replace(LINE_ENDS, ' ')
  return cutText(known.trim(), MAX_CHARS, '…')
}
