// This gate computes the cost of a photo before it is decoded: a small file may unfold to gigabytes or to minutes of work.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Metadata } from 'sharp'
import { MAX_PHOTO_BYTES } from '@/domain/events/event'
import type { PhotoFault } from './rendered-photo'

export const MAX_PIXELS = 50_000_000
/** A JPEG can have no longer side. Shrinking a PNG with rows of millions of pixels takes gigabytes. */
const MAX_SIDE_PX = 65_535
/** The bytes of pixels held while a PNG is decoded: 12 megapixels with all that a PNG can have are 98 MB, interlaced or not. */
const MAX_PNG_BYTES = 128 * 1024 * 1024
/** The bytes of pixels that a PNG unfolds to, held or not: 50 megapixels with transparency, or half of them in full depth. */
const MAX_UNFOLDED_BYTES = 4 * MAX_PIXELS
/** The bytes of coefficients held while a progressive JPEG is decoded: 50 megapixels in full colour. */
const MAX_JPEG_BYTES = 300_000_000
/** Fifty megapixels in twenty scans: encoders make ten. */
const MAX_SCANNED_PIXELS = 20 * MAX_PIXELS
const BYTES_OF_COEFFICIENT = 2
/** Coefficients a pixel. Other subsamplings of three channels are counted as if there were none. */
const SUBSAMPLED = 1.5
/** A PNG is shrunk in strips, each of which becomes so many rows of the result. */
const STRIP_ROWS = 32

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Longest side of the full picture. */
export const FULL_SIDE_PX = 1600

/** Finds the fault of a file by its size and first bytes; the readers of SVG, HEIF, GIF and the rest never see it. */
export function faultOfFile(bytes: Buffer): PhotoFault | undefined {
  if (bytes.length > MAX_PHOTO_BYTES) return 'photo_too_big'
  return startsWith(bytes, JPEG_START) || startsWith(bytes, PNG_START) ? undefined : 'photo_wrong_kind'
}

/** Whether a file that begins like this may be a JPEG or PNG. Of fewer bytes than say so it may. */
export function mayBePhoto(start: Uint8Array): boolean {
  return [JPEG_START, PNG_START].some((known) =>
    known.subarray(0, start.length).equals(start.subarray(0, known.length)),
  )
}

/** Finds the fault of a photo by its header: more pixels, or more memory and passes for them, than any honest photo has. */
export function faultOfHeader(header: Metadata, bytes: Buffer): PhotoFault | undefined {
  const { format, width, height } = header
  if (format !== 'jpeg' && format !== 'png') return 'photo_wrong_kind'
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE_PX) return 'photo_too_big'
  if (format === 'png') {
    const isHeavy =
      rowBytes(header) * height > MAX_UNFOLDED_BYTES || decoderBytesOfPng(header) > MAX_PNG_BYTES
    return isHeavy ? 'photo_too_big' : undefined
  }
  const isTooMuch =
    decoderBytesOfJpeg(header) > MAX_JPEG_BYTES || width * height * jpegScans(bytes) > MAX_SCANNED_PIXELS
  return isTooMuch ? 'photo_too_big' : undefined
}

/** An interlaced PNG is held whole; of others as many rows as make one strip of the result. */
function decoderBytesOfPng(header: Metadata): number {
  const { width, height, isProgressive } = header
  const shrink = Math.max(1, Math.max(width, height) / FULL_SIDE_PX)
  return rowBytes(header) * (isProgressive ? height : Math.min(height, STRIP_ROWS * shrink))
}

function rowBytes({ width, channels, depth }: Metadata): number {
  return width * channels * (depth === 'ushort' ? 2 : 1)
}

/** A baseline JPEG is decoded row by row and smaller than it is; a progressive one is held whole, as coefficients. */
function decoderBytesOfJpeg({ width, height, channels, isProgressive, chromaSubsampling }: Metadata): number {
  if (!isProgressive) return 0
  return width * height * BYTES_OF_COEFFICIENT * (chromaSubsampling === '4:2:0' ? SUBSAMPLED : channels)
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start)
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Markers that stand alone: a stuffed zero, the restarts, the start of the image, fill bytes. */
function isBare(marker: number): boolean {
  return marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8) || marker === 0xff
}

/**
 * How many times a JPEG goes over its pixels: once when it is baseline, about ten times when it is progressive, and as often
 * as somebody likes who wants to keep us busy. What stands within a segment (a thumbnail) or after the end (the film of a
 * moving photo) does not count.
 */
export function jpegScans(bytes: Buffer): number {
  let scans = 0
  let at = 2
  while (at + 3 < bytes.length) {
    at = bytes.indexOf(0xff, at)
    const marker = at < 0 ? END_OF_IMAGE : (bytes[at + 1] ?? END_OF_IMAGE)
    if (marker === END_OF_IMAGE) break
    if (isBare(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (marker === START_OF_SCAN) scans += 1
    // A segment says its own length, in which its pixels are not included.
    at += 2 + (at + 3 < bytes.length ? bytes.readUInt16BE(at + 2) : 0)
  }
  return scans
}

/** Addresses stay the same for so long, so that a page that is read again does not load its photos again. */
const STEP_SECONDS = 5 * 60
/** The time counts from the end of the step: an address holds ten to fifteen minutes. */
const VALID_SECONDS = 10 * 60

/** Signed addresses of photos that only some may see: whoever has one may see the photo until it expires. */
interface PhotoSignatures {
  /** The query of a signed address of any picture of this photo: `?expires=…&signature=…`. */
  sign(name: string): string
  /** Whether the query of a request is one that `sign` gave for this photo, and has not expired. */
  isValid(name: string, query: unknown): boolean
}

/** `key` is for this purpose alone. `nowSeconds`: epoch seconds. */
export function createPhotoSignatures(key: Buffer, nowSeconds: () => number): PhotoSignatures {
  const signature = (name: string, expires: string) =>
    createHmac('sha256', key).update(`${name} ${expires}`).digest()
  return {
    sign(name) {
      const expires = String((Math.floor(nowSeconds() / STEP_SECONDS) + 1) * STEP_SECONDS + VALID_SECONDS)
      return `?expires=${expires}&signature=${signature(name, expires).toString('base64url')}`
    },
    isValid(name, query) {
      const { expires, signature: given } = (query ?? {}) as Record<string, unknown>
      if (typeof expires !== 'string' || typeof given !== 'string') return false
      if (!/^\d{1,12}$/.test(expires) || Number(expires) <= nowSeconds()) return false
      const expected = signature(name, expires)
      const bytes = Buffer.from(given, 'base64url')
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    },
  }
}
