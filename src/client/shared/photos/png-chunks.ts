/** One chunk of a PNG (W3C PNG 5.3). */
export interface PngChunk {
  /** Four letters; of those that begin with a small one a reader needs none. */
  type: string
  data: Uint8Array
  /** The chunk as it is in the file. */
  bytes: Uint8Array
}

/** The chunks after the signature, up to the end of the image (IEND) or of the file. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length;) {
    const start = at
    const end = at + 8 + view.getUint32(at)
    if (end + 4 > bytes.length) return
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8))
    yield {
      type,
      data: bytes.subarray(start + 8, end),
      bytes: bytes.subarray(start, end + 4),
    }
    if (type === 'IEND') return
    at = end + 4
  }
}

/** A new chunk with its length and its checksum. */
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
