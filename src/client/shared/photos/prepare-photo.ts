import { MAX_PHOTO_BYTES } from '@/domain/events/event'
import type { OutboxPhoto } from '@/offline/outbox/entry'

/** Longest side and size of a photo before upload: 10 MB never arrive from a beach (offline.md). */
const LONGEST_SIDE_PX = 2048
const AIM_BYTES = 600 * 1024

/** Qualities of JPEG to try, from the best; the last one is taken whatever it weighs. */
const JPEG_QUALITIES = [0.86, 0.78, 0.7, 0.6] as const

export type PhotoError = 'photo_too_big' | 'photo_wrong_kind' | 'photo_heic' | 'photo_broken'

type PreparedPhoto = { photo: OutboxPhoto } | { error: PhotoError }

/** A larger file is not even read: a phone would run out of memory. */
const MAX_READ_BYTES = 64 * 1024 * 1024

/** Rules 5. Its bytes are read now, because a picked file can become unreadable later. The limit of 10 MB is one on what would be sent. */
export async function preparePhoto(file: Blob, name: string): Promise<PreparedPhoto> {
  if (file.size > MAX_READ_BYTES) return { error: 'photo_too_big' }
  const prepared = await prepare(file, name)
  if ('photo' in prepared)
    return prepared.photo.bytes.byteLength > MAX_PHOTO_BYTES ? { error: 'photo_too_big' } : prepared
  // Of another kind a smaller file would be refused as well.
  const isBroken = prepared.error === 'photo_broken'
  return isBroken && file.size > MAX_PHOTO_BYTES ? { error: 'photo_too_big' } : prepared
}

async function prepare(file: Blob, name: string): Promise<PreparedPhoto> {
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (bytes === undefined || bytes.byteLength === 0) return { error: 'photo_broken' }
  const kind = photoKind(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength)))
  if (kind === 'other') return { error: 'photo_wrong_kind' }
  // Decoding would not tell: what is missing becomes grey.
  if (kind !== 'heic' && isCutOff(new Uint8Array(bytes), kind)) return { error: 'photo_broken' }

  // Drawn and encoded anew, it stands upright and tells nothing of whoever took it.
  const blob = new Blob([bytes], { type: `image/${kind}` })
  const image = await createImageBitmap(blob, { imageOrientation: 'from-image' }).catch(() => undefined)
  const jpeg = image && (await toJpeg(image))
  image?.close()
  if (jpeg) return { photo: { bytes: jpeg, type: 'image/jpeg', name: asJpegName(name) } }
  if (kind === 'heic') return { error: 'photo_heic' }
  // A phone without the memory for so many pixels sends it as it is: the server decides, and encodes it anew as well.
  return { photo: { bytes, type: `image/${kind}`, name } }
}

async function toJpeg(image: ImageBitmap): Promise<ArrayBuffer | undefined> {
  const { width, height } = fitWithin(image)
  // The canvas is a plain one: Safari 16 lacks the 2d context of OffscreenCanvas.
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return undefined
  // JPEG has no transparency: what shines through a PNG becomes white, not black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  let jpeg: Blob | null = null
  for (const quality of JPEG_QUALITIES) {
    jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (jpeg === null || jpeg.size <= AIM_BYTES) break
  }
  // Safari keeps the memory of large canvases for a while unless they are emptied.
  canvas.width = 0
  canvas.height = 0
  return jpeg?.arrayBuffer()
}

function asJpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`
}

type PhotoKind = 'jpeg' | 'png' | 'heic' | 'other'

/** HEIF brands that phones write (ISO 23008-12); AVIF is not among them. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])

/** Finds the kind of a file by its first bytes: names and types of picked files are often wrong or empty. */
export function photoKind(bytes: Uint8Array): PhotoKind {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  const isContainer = text(bytes, 4, 8) === 'ftyp'
  return isContainer && HEIC_BRANDS.has(text(bytes, 8, 12)) ? 'heic' : 'other'
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}

function text(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}

interface PixelSize {
  width: number
  height: number
}

export function fitWithin({ width, height }: PixelSize, longestSide = LONGEST_SIDE_PX): PixelSize {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const SOS = 0xda
const EOI = 0xd9

/** Browsers show the missing rest of a photo grey and do not say so. What else is wrong with it, the server's decoder finds. */
export function isCutOff(bytes: Uint8Array, kind: 'jpeg' | 'png'): boolean {
  return kind === 'jpeg' ? !hasEndMarker(bytes) : !hasEndChunk(bytes)
}

/** Sought from behind, where cameras append videos and notes; a preview before the pixels has an end of its own. */
function hasEndMarker(bytes: Uint8Array): boolean {
  const pixels = startOfPixels(bytes)
  let at = bytes.lastIndexOf(EOI)
  while (at > pixels && bytes[at - 1] !== 0xff) at = bytes.lastIndexOf(EOI, at - 1)
  return at > pixels
}

/** Finds where the first scan begins (ITU-T T.81 B.1), by the lengths of the segments before it; the end where there is none. */
function startOfPixels(bytes: Uint8Array): number {
  for (let at = 2; at + 3 < bytes.length;) {
    if (bytes[at] !== 0xff) break
    const [marker = 0xff, high = 0, low = 0] = bytes.subarray(at + 1, at + 4)
    if (marker === SOS) return at
    // Fill bytes stand before a marker (T.81 B.1.1.2).
    at += marker === 0xff ? 1 : 2 + high * 256 + low
  }
  return bytes.length
}

/** Whether the chunks lead, by their lengths, to the last one (W3C PNG 5.3). */
function hasEndChunk(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (text(bytes, at + 4, at + 8) === 'IEND') return true
  return false
}
