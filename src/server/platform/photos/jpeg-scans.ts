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
