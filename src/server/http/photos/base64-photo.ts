const DATA_PREFIX = /^data:[\w+.-]+\/[\w+.-]+(?:;[\w=-]+)*;base64,/

/**
 * The bytes of a photo that came as base64 text, with or without a `data:` prefix (rules 7); undefined when it is something
 * else. `Buffer.from` skips what it does not know.
 */
export function bytesOfBase64(base64: string): Buffer | undefined {
  const text = base64.slice(DATA_PREFIX.exec(base64.slice(0, 100))?.[0].length ?? 0).trim()
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(text, 'base64')
  const expected = Math.floor(((text.length - padding) * 3) / 4)
  return bytes.length > 0 && bytes.length === expected ? bytes : undefined
}
