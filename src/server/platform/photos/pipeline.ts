// The pipeline resizes a photo into its variants, cover to thumbnail. A photo is never stored as it came, always encoded anew from
// its pixels. That drops EXIF and GPS, turns it the right way up, and disarms files that are a picture and something else at once.

import pLimit from 'p-limit'
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp'
import { MAX_PHOTO_BYTES, type PhotoVariant } from '@/domain/events/event'

interface PhotoAppearance {
  /** The point that a crop keeps in sight, in percent from the left and from the top. */
  focus: { x: number; y: number }
  /** The colour of its edges, `#rrggbb`. */
  color: string
}

export interface PhotoVariants extends PhotoAppearance {
  width: number
  height: number
  files: Record<PhotoVariant, Buffer>
}

type PhotoFault = 'photo_wrong_kind' | 'photo_broken' | 'photo_too_big'
export type RenderedPhoto = { ok: true; photo: PhotoVariants } | { ok: false; code: PhotoFault }

interface Pixels {
  data: Buffer
  info: OutputInfo
}

/** Too many photos wait for their turn: this one is to come again. */
export class RendererBusyError extends Error {
  override name = 'RendererBusyError'
}

const MAX_PIXELS = 50_000_000
/** A JPEG can have no longer side. Shrinking a PNG with rows of millions of pixels takes gigabytes. */
const MAX_SIDE_PX = 65_535
/** The bytes of the pixels: fifty megapixels with transparency, or half of them in full depth. */
const MAX_PIXEL_BYTES = 4 * MAX_PIXELS
/** Longest side of the full picture. */
const FULL_SIDE_PX = 1600
const COVER = { width: 1200, height: 630 } as const
/** The limit of each decoding and of each encoding; waiting for a thread does not count. */
const TIMEOUT = { seconds: 20 } as const
const WHITE = '#ffffff'
/** A photo takes up to two seconds. */
const MAX_WAITING = 16

sharp.cache(false)
/** libvips works in threads of its own: the server goes on meanwhile. */
const rendering = pLimit(2)

export function photosInWork(): number {
  return rendering.activeCount + rendering.pendingCount
}

/**
 * Makes all pictures of a photo from the bytes of a JPEG or PNG (rules 5: at most 10 MB). What the sender
 * called the file does not matter. `photo_too_big` also means more than 50 million pixels, a side beyond 65,535, or more
 * bytes of pixels than an honest photo has. Throws RendererBusyError.
 */
export async function renderPhoto(bytes: Buffer): Promise<RenderedPhoto> {
  if (bytes.length > MAX_PHOTO_BYTES) return { ok: false, code: 'photo_too_big' }
  if (bytes.length === 0 || !mayBePhoto(bytes)) return { ok: false, code: 'photo_wrong_kind' }
  if (rendering.pendingCount >= MAX_WAITING) throw new RendererBusyError('too many photos wait')
  return rendering(async () => {
    try {
      const header = await sharp(bytes, { limitInputPixels: false }).metadata()
      if (isTooLarge(header)) return { ok: false, code: 'photo_too_big' }
      return { ok: true, photo: await renderVariants(await decode(bytes)) }
    } catch {
      return { ok: false, code: 'photo_broken' }
    }
  })
}

const STARTS = [
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
]

/**
 * A file that begins like this may be a JPEG or PNG: the readers of SVG, HEIF, GIF and the rest never see another.
 * Of fewer bytes than say so it may.
 */
export function mayBePhoto(start: Uint8Array): boolean {
  return STARTS.some((known) => known.subarray(0, start.length).equals(start.subarray(0, known.length)))
}

/** Before it is decoded: a small file may unfold to gigabytes. */
function isTooLarge({ width, height, channels, depth }: Metadata): boolean {
  const pixels = width * height
  const pixelBytes = pixels * channels * (depth === 'ushort' ? 2 : 1)
  return pixels > MAX_PIXELS || pixelBytes > MAX_PIXEL_BYTES || Math.max(width, height) > MAX_SIDE_PX
}

/** The one costly step: everything else is made from its result. The header may lie; the decoded pixels cannot. */
function decode(bytes: Buffer): Promise<Pixels> {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .timeout(TIMEOUT)
    .autoOrient()
    .resize(FULL_SIDE_PX, FULL_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

async function renderVariants(pixels: Pixels): Promise<PhotoVariants> {
  const { width, height } = pixels.info
  const atMost = (widthPx: number) => pictureOf(pixels).resize({ width: widthPx, withoutEnlargement: true })
  const appearance = await appearanceOf(pixels)
  const [full, cover, large, small] = await Promise.all([
    jpeg(pictureOf(pixels)),
    renderCover(pixels, appearance.focus),
    webp(atMost(800)),
    webp(atMost(400)),
  ])
  return { ...appearance, width, height, files: { full, '1200x630': cover, '800': large, '400': small } }
}

/** Cuts first and enlarges then, which sharp does the other way round. The cut follows the focus, as `object-position` on cards. */
async function renderCover(pixels: Pixels, focus: PhotoAppearance['focus']): Promise<Buffer> {
  const area = coverArea(pixels.info)
  const left = Math.round(((pixels.info.width - area.width) * focus.x) / 100)
  const top = Math.round(((pixels.info.height - area.height) * focus.y) / 100)
  const cut = await pictureOf(pixels)
    .extract({ left, top, ...area })
    .raw()
    .toBuffer({ resolveWithObject: true })
  // The area is whole pixels: what it has too much of is the fraction of one, and goes from both sides.
  return jpeg(pictureOf(cut).resize(COVER.width, COVER.height, { fit: 'cover' }))
}

/** The largest part of a picture that has the cover's proportions, in whole pixels. */
function coverArea({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return {
    width: Math.min(width, Math.ceil((height * COVER.width) / COVER.height)),
    height: Math.min(height, Math.ceil((width * COVER.height) / COVER.width)),
  }
}

function pictureOf({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } }).timeout(TIMEOUT)
}

function jpeg(picture: Sharp): Promise<Buffer> {
  return picture.jpeg({ quality: 82, progressive: true }).toBuffer()
}

function webp(picture: Sharp): Promise<Buffer> {
  return picture.webp({ quality: 78, effort: 3 }).toBuffer()
}

// Pages know this of a photo before it has loaded: the point that a crop must keep in sight, and a colour.

/** Both are found in a picture of so many pixels a side, whatever the photo's proportions: they are shares of them. */
const SIDE_PX = 96
/** Narrower than it is, so that there is something to choose: sharp tells what it looked at only when it cuts. */
const CUT_WIDTH_PX = 72

async function appearanceOf(pixels: Pixels): Promise<PhotoAppearance> {
  const small = await pictureOf(pixels)
    .resize(SIDE_PX, SIDE_PX, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { focus: await focusOf(small), color: edgeColorOf(small) }
}

/** The point with most details, strong colours and skin (libvips' attention), in percent from the left and from the top. */
async function focusOf(small: Pixels): Promise<PhotoAppearance['focus']> {
  const cut = await pictureOf(small)
    .resize(CUT_WIDTH_PX, SIDE_PX, { fit: 'cover', position: sharp.strategy.attention })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { attentionX = SIDE_PX / 2, attentionY = SIDE_PX / 2 } = cut.info
  return { x: percent(attentionX), y: percent(attentionY) }
}

function percent(px: number): number {
  return Math.round(Math.min(1, Math.max(0, px / SIDE_PX)) * 100)
}

/** A poster's ground exactly, so that its frame goes on in it; in a photo something like it. */
function edgeColorOf({ data, info: { channels } }: Pixels): string {
  const last = SIDE_PX - 1
  const edge: number[] = []
  for (let at = 0; at < SIDE_PX; at += 1)
    edge.push(at, last * SIDE_PX + at, at * SIDE_PX, at * SIDE_PX + last)
  // The one channel of a grey photo stands for all three.
  const color = [0, 1, 2].map((channel) => {
    const values = edge.map((pixel) => data[pixel * channels + (channels < 3 ? 0 : channel)] ?? 0)
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  })
  return `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
