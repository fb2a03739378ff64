export type PhotoKind = 'jpeg' | 'png' | 'heic' | 'other'

/** HEIF brands that phones write (ISO 23008-12); AVIF is not among them. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])

/** What the bytes are, by their first few: names and types of picked files are often wrong or empty. */
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
