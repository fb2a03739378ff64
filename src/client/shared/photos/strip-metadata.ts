import { EOI, SOI, jpegSegments } from './jpeg-segments'
import { pngChunk, pngChunks } from './png-chunks'

/**
 * A photo without what it tells of whoever took it: EXIF with the position, XMP, IPTC, comments, preview images, and what is appended
 * behind its end. The pixels are not touched. What showing it needs stays: the colour profile, and which way up it is. The photo must not
 * be damaged.
 */
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

function strippedJpeg(bytes: Uint8Array): Uint8Array[] {
  const segments = [...jpegSegments(bytes)]
  const exif = segments.find(({ marker, payload }) => marker === APP1 && startsWith(payload, EXIF_NAME))
  const orientation = exif === undefined ? UPRIGHT : orientationOf(exif.payload.subarray(EXIF_NAME.length))
  const remaining = segments.filter(({ marker, payload }) => {
    if (marker === COM) return false
    if (marker < APP0 || marker > APP15) return true
    const name = NEEDED_NAMES.get(marker)
    return name !== undefined && startsWith(payload, name)
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
  // The header comes first.
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

function startsWith(bytes: Uint8Array, name: string): boolean {
  return [...name].every((letter, index) => bytes[index] === letter.charCodeAt(0))
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
