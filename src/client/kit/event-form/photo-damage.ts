import { isJpegDamaged } from './jpeg-damage'

/** Whether a photo is cut off or garbled: browsers decode what they can of it and do not say so. */
export function isDamaged(bytes: Uint8Array, kind: 'jpeg' | 'png'): boolean {
  return kind === 'jpeg' ? isJpegDamaged(bytes) : isPngDamaged(bytes)
}

/** Every chunk that matters carries a checksum (PNG 5.3), and the last one is IEND. */
function isPngDamaged(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + view.getUint32(at)
    if (end + 4 > bytes.length) return true
    const type = view.getUint32(at + 4)
    // Of those in lower case a reader needs none.
    const isCritical = (type & 0x20_00_00_00) === 0
    if (isCritical && crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) return true
    if (type === IEND) return false
    at = end + 4
  }
  return true
}

const IEND = 0x49_45_4e_44

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
