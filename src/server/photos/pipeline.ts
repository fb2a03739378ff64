// What becomes of a photo that somebody sends: never stored as it came, always encoded anew from its pixels. That drops
// EXIF and GPS, turns it the right way up, and disarms files that are a picture and something else at once.

import pLimit from 'p-limit'
import sharp from 'sharp'
import type { Metadata, OutputInfo, Sharp } from 'sharp'
import { MAX_PHOTO_BYTES } from '@/domain/photo'
import type { PhotoVariant } from '@/domain/photo'

export interface PhotoVariants {
  /** Of the full picture, in pixels. */
  width: number
  height: number
  files: Record<PhotoVariant, Buffer>
}

export type PhotoFault = 'photo_wrong_kind' | 'photo_broken' | 'photo_too_big'
export type RenderedPhoto = { ok: true; photo: PhotoVariants } | { ok: false; code: PhotoFault }

type Step<T> = { ok: true; value: T } | { ok: false; code: PhotoFault }
type Pixels = { data: Buffer; info: OutputInfo }

const MAX_PIXELS = 50_000_000
/** What a JPEG can have at most. Shrinking a PNG with rows of millions of pixels holds gigabytes. */
const MAX_SIDE_PX = 65_535
const FULL_SIDE_PX = 1600
const COVER = { width: 1200, height: 630 } as const
/** Of each decoding and each encoding by itself; waiting for a thread does not count. */
const TIMEOUT = { seconds: 20 } as const
const WHITE = '#ffffff'

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A large photo holds some 200 MB while it is decoded. */
const decoding = pLimit(2)

// No picture is ever read twice.
sharp.cache(false)

/**
 * Makes all pictures of a photo from the bytes of a JPEG or PNG (spec section 5: at most 10 MB). What the sender
 * called the file does not matter. `photo_too_big` also means more than 50 million pixels or a side beyond 65,535.
 */
export async function renderPhoto(bytes: Buffer): Promise<RenderedPhoto> {
  if (bytes.length > MAX_PHOTO_BYTES) return refuse('photo_too_big')
  // Looked at before sharp is: the readers of SVG, HEIF, GIF and the rest never see untrusted bytes.
  if (!startsWith(bytes, JPEG_START) && !startsWith(bytes, PNG_START)) return refuse('photo_wrong_kind')
  return decoding(() => render(bytes))
}

async function render(bytes: Buffer): Promise<RenderedPhoto> {
  const header = await unlessBroken(() => sharp(bytes, { limitInputPixels: false }).metadata())
  if (!header.ok) return header
  const fault = faultOf(header.value)
  if (fault !== undefined) return refuse(fault)
  const pixels = await unlessBroken(() => decode(bytes))
  if (!pixels.ok) return pixels
  const photo = await unlessBroken(() => renderVariants(pixels.value))
  return photo.ok ? { ok: true, photo: photo.value } : photo
}

function faultOf({ format, width, height }: Metadata): PhotoFault | undefined {
  if (format !== 'jpeg' && format !== 'png') return 'photo_wrong_kind'
  return width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE_PX ? 'photo_too_big' : undefined
}

/** The one costly step: everything else is made from its result. The header may lie; the decoded pixels cannot. */
function decode(bytes: Buffer): Promise<Pixels> {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
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
  const [full, cover, large, small] = await Promise.all([
    pictureOf(pixels).jpeg({ quality: 82, progressive: true }).toBuffer(),
    renderCover(pixels),
    webp(atMost(800)),
    webp(atMost(400)),
  ])
  return { width, height, files: { full, '1200x630': cover, '800': large, '400': small } }
}

/**
 * Cut out first and enlarged then: sharp does it the other way round, and a picture of 1600x1 would pass through one of
 * a million pixels by 630.
 */
async function renderCover(pixels: Pixels): Promise<Buffer> {
  const area = coverArea(pixels.info)
  const cut = await pictureOf(pixels)
    .resize(area.width, area.height, { fit: 'cover', position: sharp.strategy.attention })
    .raw()
    .toBuffer({ resolveWithObject: true })
  // The area is whole pixels: what it has too much of is the fraction of one, and goes from both sides.
  return webp(pictureOf(cut).resize(COVER.width, COVER.height, { fit: 'cover' }))
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

function webp(picture: Sharp): Promise<Buffer> {
  return picture.webp({ quality: 78, effort: 3 }).toBuffer()
}

async function unlessBroken<T>(step: () => Promise<T>): Promise<Step<T>> {
  try {
    return { ok: true, value: await step() }
  } catch {
    return { ok: false, code: 'photo_broken' }
  }
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start)
}

function refuse(code: PhotoFault): { ok: false; code: PhotoFault } {
  return { ok: false, code }
}
