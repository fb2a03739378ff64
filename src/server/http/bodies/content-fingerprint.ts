import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'

const PIECE_CHARS = 16 * 1024
/** What JSON writes otherwise than it is. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u

/**
 * SHA-256 (hex) of JSON with sorted keys: the same content gives the same, whatever order the client wrote it in. A photo
 * goes in piece by piece; as one text it would be copied three times.
 */
export function contentFingerprint(value: unknown): string {
  const hash = createHash('sha256')
  update(hash, value)
  return hash.digest('hex')
}

function update(hash: Hash, value: unknown): void {
  if (typeof value === 'string' && value.length > PIECE_CHARS) updateText(hash, value)
  else if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) {
      hash.update(index === 0 ? '[' : ',')
      update(hash, inner)
    }
    hash.update(value.length === 0 ? '[]' : ']')
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (const [index, [key, inner]] of entries.entries()) {
      hash.update(`${index === 0 ? '{' : ','}${JSON.stringify(key)}:`)
      update(hash, inner)
    }
    hash.update(entries.length === 0 ? '{}' : '}')
  } else hash.update(JSON.stringify(value) ?? 'null')
}

/** As `JSON.stringify` writes it. */
function updateText(hash: Hash, text: string): void {
  hash.update('"')
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + PIECE_CHARS, text.length)
    // A pair that was cut in two would be written as two escapes.
    if (isHighSurrogate(text.charCodeAt(end - 1))) end += 1
    const piece = text.slice(at, end)
    hash.update(ESCAPED.test(piece) ? JSON.stringify(piece).slice(1, -1) : piece)
    at = end
  }
  hash.update('"')
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}
