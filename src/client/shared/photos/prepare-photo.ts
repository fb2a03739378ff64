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

/**
 * Rules 5. Its bytes are read now, because a picked file can become unreadable later. Drawn and encoded anew, it stands upright and tells
 * nothing of whoever took it. The limit of 10 MB is one on what would be sent.
 */
export async function preparePhoto(file: Blob, name: string): Promise<PreparedPhoto> {
  if (file.size > MAX_READ_BYTES) return { error: 'photo_too_big' }
  const broken = { error: file.size > MAX_PHOTO_BYTES ? 'photo_too_big' : 'photo_broken' } as const
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (bytes === undefined || bytes.byteLength === 0) return broken
  const kind = photoKind(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength)))
  if (kind === 'other') return { error: 'photo_wrong_kind' }
  const blob = new Blob([bytes], { type: `image/${kind}` })
  const image = await createImageBitmap(blob, { imageOrientation: 'from-image' }).catch(() => undefined)
  const jpeg = image && (await toJpeg(image))
  image?.close()
  if (jpeg) return { photo: { bytes: jpeg, type: 'image/jpeg', name: asJpegName(name) } }
  return kind === 'heic' ? { error: 'photo_heic' } : broken
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
