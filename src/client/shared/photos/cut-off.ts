import { EOI, SOS } from './jpeg-segments'
import { pngChunks } from './png-chunks'

/**
 * Whether the end of a photo is missing, as after a copy that was broken off: browsers show the rest grey and do not say so. What
 * else is wrong with it, the server's decoder finds.
 */
export function isCutOff(bytes: Uint8Array, kind: 'jpeg' | 'png'): boolean {
  return kind === 'jpeg' ? !hasEndMarker(bytes) : [...pngChunks(bytes)].at(-1)?.type !== 'IEND'
}

/**
 * Whether there is an end marker. It is sought from behind, where cameras append videos and notes; a preview before the pixels has an end
 * of its own.
 */
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
