/** Bytes 0x80 to 0x9F. Node 20 decodes Windows-1252 as Latin-1, which has no letters there. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/**
 * The text of a file of unknown encoding: UTF-8 when it is valid UTF-8, else Windows-1252, which old spreadsheets write.
 * A byte order mark is dropped.
 */
export function decodeText(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/[\u0080-\u009F]/g, (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80] ?? letter)
  }
}
