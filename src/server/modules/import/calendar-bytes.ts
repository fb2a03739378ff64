import { IMPORT_MAX_BYTES, type ImportError } from '@/domain/staff/import'

// The bytes of a calendar are judged before they are believed: a table can be read from any.

/** How the bytes of what is no text begin, in hexadecimal: workbooks of Excel, then ZIP, gzip, zlib, bzip2, xz, 7z and RAR, then PDF. */
const SIGNATURES: readonly (readonly [RegExp, ImportError])[] = [
  // "xl/" is in the names of a ZIP that is a workbook.
  [/^504b0304(?:..)*786c2f/, 'excel'],
  [/^d0cf11e0/, 'excel'],
  [/^(?:504b0304|1f8b|78(?:01|9c|da)|425a68|fd377a58|377abcaf|52617221)/, 'compressed'],
  [/^25504446/, 'not_text'],
]
/** The share of control characters that no text has. */
const CONTROLS_MAX = 0.01

/** The text of a calendar or of what may be a table, or what is the matter with its bytes. */
export function judgeBytes(bytes: Uint8Array): { text: string } | { trouble: ImportError } {
  if (bytes.length > IMPORT_MAX_BYTES) return { trouble: 'too_big' }
  const begin = Buffer.from(bytes.subarray(0, 20_000)).toString('hex')
  const known = SIGNATURES.find(([signature]) => signature.test(begin))
  if (known !== undefined) return { trouble: known[1] }
  const text = decode(bytes)
    .replace(/^\uFEFF/, '')
    .trim()
  if (text === '') return { trouble: 'empty' }
  const start = text.slice(0, 10_000)
  const controls = start.replaceAll(/[^\p{Cc}]|[\t\n\r\f]/gu, '').length
  if (text.includes('\0') || controls > start.length * CONTROLS_MAX) return { trouble: 'not_text' }
  if (isIcs(text)) return isWhole(text) ? { text } : { trouble: 'cut_off' }
  if (/^<(?!\?xml)/.test(text)) return { trouble: 'web_page' }
  return /^(?:[{[<]|BEGIN:)/.test(text) ? { trouble: 'not_a_calendar' } : { text }
}

export function isIcs(text: string): boolean {
  return /^BEGIN:VCALENDAR/i.test(text)
}

/** Whether the last of the calendars of a file has its end. */
function isWhole(text: string): boolean {
  const last = text.toUpperCase().lastIndexOf('\nBEGIN:VCALENDAR')
  return /^END:VCALENDAR\s*$/im.test(text.slice(last + 1))
}

/** Bytes 0x80 to 0x9F. Node 20 decodes Windows-1252 as Latin-1, which has no letters there. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** So many bytes are enough to see which of them are always zero. */
const SNIFFED_BYTES = 512

/**
 * The text of a file of unknown encoding: UTF-16 by its byte order mark or its zeros, UTF-8 when it is valid UTF-8 but for some broken
 * letters, else Windows-1252, which old spreadsheets write.
 */
function decode(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const latin = Buffer.from(bytes).toString('latin1')
    // Calendars are folded by bytes, some within a letter (RFC 5545, 3.1).
    const unfolded = /^(?:ï»¿)?\s*BEGIN:/i.test(latin) ? latin.replaceAll(/\r?\n[ \t]/g, '') : latin
    const text = new TextDecoder().decode(Buffer.from(unfolded, 'latin1'))
    return isMostlyWhole(text) ? text : windows1252(unfolded)
  }
}

/** Whether a text that was read as UTF-8 has more letters beyond ASCII than broken ones. */
function isMostlyWhole(text: string): boolean {
  const beyond = text.replaceAll(/[\0-\u007F]+/g, '')
  const broken = beyond.replaceAll(/[^\uFFFD]+/g, '')
  return beyond.length > 2 * broken.length
}

function windows1252(latin: string): string {
  return latin.replaceAll(/[\u0080-\u009F]/g, (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80] ?? letter)
}

/** Every second byte of Latin letters in UTF-16 is zero, the first or the second of the two. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const begin = bytes.subarray(0, SNIFFED_BYTES)
  const zerosAt = (offset: 0 | 1) => begin.filter((byte, at) => byte === 0 && at % 2 === offset).length
  const most = begin.length / 4
  if (zerosAt(1) > most && zerosAt(0) === 0) return 'utf-16le'
  return zerosAt(0) > most && zerosAt(1) === 0 ? 'utf-16be' : undefined
}
