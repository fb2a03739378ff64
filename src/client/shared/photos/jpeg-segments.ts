/** One segment of a JPEG (ITU-T T.81 B.1): a marker with what belongs to it. */
export interface JpegSegment {
  marker: number
  /** The content of the segment, without its marker and its length. */
  payload: Uint8Array
  /** The entropy-coded pixels behind a start of scan; empty behind other segments. */
  codes: Uint8Array
  /** The segment as it is in the file, codes included. */
  bytes: Uint8Array
}

export const SOI = 0xd8
export const EOI = 0xd9
export const SOS = 0xda

/** The segments after the start of the image. The last one is its end (EOI), unless the file is cut off or garbled. */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const none = bytes.subarray(0, 0)
  let at = 2
  for (;;) {
    while (at < bytes.length && bytes[at] !== 0xff) at += 1
    while (bytes[at] === 0xff) at += 1
    const marker = bytes[at]
    if (marker === undefined) return
    const start = at - 1
    at += 1
    if (marker === EOI) return yield { marker, payload: none, codes: none, bytes: bytes.subarray(start, at) }
    if (marker < 0xc0 || marker === SOI) return
    if (at + 2 > bytes.length) return
    const end = at + view.getUint16(at)
    if (end > bytes.length) return
    const next = marker === SOS ? endOfScan(bytes, end) : end
    yield {
      marker,
      payload: bytes.subarray(at + 2, end),
      codes: bytes.subarray(end, next),
      bytes: bytes.subarray(start, next),
    }
    at = next
  }
}

/** Finds the first marker after these codes; restarts belong to them. */
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
