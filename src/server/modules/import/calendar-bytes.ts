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

/** The text of a file of unknown encoding: UTF-16 by its byte order mark, UTF-8 when it is valid, else Windows-1252, which old spreadsheets write. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const latin = Buffer.from(bytes).toString('latin1')
  // Calendars are folded by bytes, some within a letter (RFC 5545, 3.1).
  const unfolded = /^(?:ï»¿)?\s*BEGIN:/i.test(latin) ? latin.replaceAll(/\r?\n[ \t]/g, '') : latin
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(unfolded, 'latin1'))
  } catch {
    return unfolded.replaceAll(
      /[\u0080-\u009F]/g,
      (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80] ?? letter,
    )
  }
}
