import { randomUUID } from 'node:crypto'
import { ApiError } from '@/server/http/errors/api-error'
import type { SpooledBody } from './body-spool'
import type { StringSpan } from './json-structure'

/** Of a body without its photo, and of a string that is parsed like any other. */
const MAX_PARSED_BYTES = 1024 * 1024
const BACKSLASH = 0x5c
const SLASH = 0x2f
// oxlint-disable-next-line no-control-regex -- what JSON forbids within a string
const CONTROL = /[\u0000-\u001f]/

/**
 * The value of a JSON text on the disk, by way of as little memory as possible: its one long string, the photo, is read
 * by itself, and only the rest is parsed. `JSON.parse` would copy it several times, and what it leaves behind is
 * collected late. Throws PAYLOAD_TOO_LARGE when the rest is long, too, and MALFORMED_REQUEST.
 */
export async function parseSpooled(
  body: SpooledBody,
  longest: StringSpan,
  parse: (text: string) => Promise<unknown>,
): Promise<unknown> {
  const { from, to } = longest
  if (body.size <= MAX_PARSED_BYTES) return parse(await textOf(body, 0, body.size))
  if (body.size - (to - from) > MAX_PARSED_BYTES) throw new ApiError('PAYLOAD_TOO_LARGE')
  const placeholder = randomUUID()
  const rest = (await textOf(body, 0, from)) + placeholder + (await textOf(body, to, body.size))
  const parsed = await parse(rest)
  const long = unescaped(await body.read(from, to))
  return replace(parsed, placeholder, long)
}

async function textOf(body: SpooledBody, from: number, to: number): Promise<string> {
  return (await body.read(from, to)).toString('utf8')
}

/** The text of a long string. Base64 is escaped in one way if at all: `\/`, as Swift and PHP write it. */
function unescaped(bytes: Buffer): string {
  let length = 0
  if (bytes.includes(BACKSLASH)) {
    for (let at = 0; at < bytes.length; at += 1) {
      if (bytes[at] === BACKSLASH) {
        at += 1
        if (bytes[at] !== SLASH) throw new ApiError('MALFORMED_REQUEST')
      }
      bytes[length] = bytes[at] ?? 0
      length += 1
    }
  } else length = bytes.length
  const text = bytes.toString('utf8', 0, length)
  if (CONTROL.test(text)) throw new ApiError('MALFORMED_REQUEST')
  return text
}

/** Puts the long string where it belongs. As a key it means nothing. */
function replace(value: unknown, placeholder: string, long: string): unknown {
  if (value === placeholder) return long
  if (typeof value !== 'object' || value === null) return value
  const container = value as Record<string, unknown>
  for (const key of Object.keys(container)) {
    if (key === placeholder) throw new ApiError('MALFORMED_REQUEST')
    container[key] = replace(container[key], placeholder, long)
  }
  return container
}
