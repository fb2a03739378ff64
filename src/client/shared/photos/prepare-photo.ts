import { MAX_PHOTO_BYTES } from '@/domain/events/event'
import type { OutboxPhoto } from '@/offline/outbox/entry'

/** Longest side and size of a photo before upload: 10 MB never arrive from a beach (offline.md). */
const LONGEST_SIDE_PX = 2048
export const AIM_BYTES = 600 * 1024

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

  const blob = new Blob([bytes], { type: `image/${kind}` })
  // Not every browser can decode every photo.
  const image = await createImageBitmap(blob, { imageOrientation: 'from-image' }).catch(() => undefined)
  const isSentAsItIs = kind !== 'heic' && (image === undefined || isLight(bytes.byteLength, image))
  const jpeg = image === undefined || isSentAsItIs ? undefined : await toJpeg(image)
  image?.close()
  if (jpeg !== undefined) return { photo: { bytes: jpeg, type: 'image/jpeg', name: asJpegName(name) } }
  if (kind === 'heic') return { error: 'photo_heic' }
  return { photo: { bytes: stripMetadata(new Uint8Array(bytes), kind), type: `image/${kind}`, name } }
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

export function isLight(bytes: number, size: PixelSize): boolean {
  return bytes <= AIM_BYTES && Math.max(size.width, size.height) <= LONGEST_SIDE_PX
}

/** Browsers show the missing rest of a photo grey and do not say so. What else is wrong with it, the server's decoder finds. */
export function isCutOff(bytes: Uint8Array, kind: 'jpeg' | 'png'): boolean {
  return kind === 'jpeg' ? !hasEndMarker(bytes) : [...pngChunks(bytes)].at(-1)?.type !== 'IEND'
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

/** Removes what a photo tells of whoever took it, previews and what is appended. The pixels, the colour profile and the orientation stay. */
export function stripMetadata(bytes: Uint8Array, kind: 'jpeg' | 'png'): ArrayBuffer {
  return joined(kind === 'jpeg' ? strippedJpeg(bytes) : strippedPng(bytes))
}

const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COM = 0xfe
/** Application segments that decoders need, by the name that they begin with. */
const NEEDED_NAMES = new Map([
  [APP0, 'JFIF\0'],
  [APP2, 'ICC_PROFILE\0'],
  [APP14, 'Adobe'],
])
const EXIF_NAME = 'Exif\0\0'

const isNamed = (payload: Uint8Array, name: string) => text(payload, 0, name.length) === name

function strippedJpeg(bytes: Uint8Array): Uint8Array[] {
  const segments = [...jpegSegments(bytes)]
  const exif = segments.find(({ marker, payload }) => marker === APP1 && isNamed(payload, EXIF_NAME))
  const orientation = exif === undefined ? UPRIGHT : orientationOf(exif.payload.subarray(EXIF_NAME.length))
  const remaining = segments.filter(({ marker, payload }) => {
    if (marker === COM) return false
    if (marker < APP0 || marker > APP15) return true
    const name = NEEDED_NAMES.get(marker)
    return name !== undefined && isNamed(payload, name)
  })
  return [
    Uint8Array.of(0xff, SOI),
    ...(orientation === UPRIGHT ? [] : [exifSegment(orientation)]),
    ...remaining.map((segment) => segment.bytes),
    ...(remaining.at(-1)?.marker === EOI ? [] : [Uint8Array.of(0xff, EOI)]),
  ]
}

function exifSegment(orientation: number): Uint8Array {
  const content = [...[...EXIF_NAME].map((letter) => letter.charCodeAt(0)), ...tiff(orientation)]
  return Uint8Array.of(0xff, APP1, 0, content.length + 2, ...content)
}

/** Chunks that say what the pixels look like (W3C PNG 11); texts, times, EXIF and unknown ones are left out. */
const NEEDED_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM cICP gAMA iCCP sBIT sRGB bKGD pHYs mDCV cLLI'.split(' '),
)

function strippedPng(bytes: Uint8Array): Uint8Array[] {
  const chunks = [...pngChunks(bytes)]
  const exif = chunks.find(({ type }) => type === 'eXIf')
  const orientation = exif === undefined ? UPRIGHT : orientationOf(exif.data)
  const remaining = chunks.filter(({ type }) => NEEDED_CHUNKS.has(type)).map((chunk) => chunk.bytes)
  if (orientation !== UPRIGHT) remaining.splice(1, 0, pngChunk('eXIf', Uint8Array.from(tiff(orientation))))
  return [bytes.subarray(0, 8), ...remaining]
}

/** Orientation of EXIF (TIFF 6.0, tag 274): 1 is upright, 2 to 8 are turned or mirrored. */
const ORIENTATION = 0x01_12
const UPRIGHT = 1

function orientationOf(exif: Uint8Array): number {
  if (exif.length < 8) return UPRIGHT
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength)
  const isLittleEndian = view.getUint16(0) === 0x49_49
  const directory = view.getUint32(4, isLittleEndian)
  if (directory + 2 > exif.length) return UPRIGHT
  const entries = view.getUint16(directory, isLittleEndian)
  for (let at = directory + 2; at < directory + 2 + entries * 12 && at + 12 <= exif.length; at += 12) {
    if (view.getUint16(at, isLittleEndian) !== ORIENTATION) continue
    const value = view.getUint16(at + 8, isLittleEndian)
    return value >= 1 && value <= 8 ? value : UPRIGHT
  }
  return UPRIGHT
}

/** EXIF that says nothing else, big-endian: its header, and a directory of one entry of one SHORT. */
function tiff(orientation: number): number[] {
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
  return [...header, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
}

function joined(parts: readonly Uint8Array[]): ArrayBuffer {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes.buffer
}

/** One chunk of a PNG (W3C PNG 5.3). */
interface PngChunk {
  /** Four letters; of those that begin with a small one a reader needs none. */
  type: string
  data: Uint8Array
  bytes: Uint8Array
}

export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length;) {
    const start = at
    const end = at + 8 + view.getUint32(at)
    if (end + 4 > bytes.length) return
    const type = text(bytes, start + 4, start + 8)
    yield { type, data: bytes.subarray(start + 8, end), bytes: bytes.subarray(start, end + 4) }
    if (type === 'IEND') return
    at = end + 4
  }
}

export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let index = 0; index < 4; index += 1) bytes[4 + index] = type.charCodeAt(index)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xed_b8_83_20 ^ (crc >>> 1) : crc >>> 1
  return crc
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}

/** One segment of a JPEG (ITU-T T.81 B.1): a marker with what belongs to it. */
interface JpegSegment {
  marker: number
  payload: Uint8Array
  bytes: Uint8Array
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda

/** The segments after the start of the image. The last one is its end (EOI), unless the file is cut off or garbled. */
function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  for (;;) {
    while (at < bytes.length && bytes[at] !== 0xff) at += 1
    while (bytes[at] === 0xff) at += 1
    const marker = bytes[at]
    if (marker === undefined) return
    const start = at - 1
    at += 1
    if (marker === EOI)
      return yield { marker, payload: bytes.subarray(0, 0), bytes: bytes.subarray(start, at) }
    if (marker < 0xc0 || marker === SOI) return
    if (at + 2 > bytes.length) return
    const end = at + view.getUint16(at)
    if (end > bytes.length) return
    const next = marker === SOS ? endOfScan(bytes, end) : end
    yield { marker, payload: bytes.subarray(at + 2, end), bytes: bytes.subarray(start, next) }
    at = next
  }
}

function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at === -1) return bytes.length
    const next = bytes[at + 1] ?? EOI
    if (next === 0xff) {
      // Fill bytes before a marker, which do not belong to the codes (T.81 B.1.1.2).
      let marker = at + 2
      while (bytes[marker] === 0xff) marker += 1
      const isEnd = bytes[marker] !== 0 && !isRestart(bytes[marker] ?? EOI)
      if (isEnd) return at
      at = marker + 1
      continue
    }
    if (next !== 0 && !isRestart(next)) return at
    at += 2
  }
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
