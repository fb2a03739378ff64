import { isStorableText } from '@/domain/text/plain-text'
import { ApiError } from '@/server/http/errors/api-error'

const MAX_DEPTH = 12
const MAX_VALUES = 5000

/**
 * Refuses what JSON can say and PostgreSQL cannot store: NUL and lone surrogates in text. Also bounds depth and
 * number of values, so that whatever walks the body afterwards is safe. Throws MALFORMED_REQUEST.
 */
export function assertStorable(input: unknown): void {
  walk(input, 0, 0)
}

/** Returns how many values were seen, and goes no further than the first that is too many. */
function walk(value: unknown, depth: number, seenBefore: number): number {
  let seen = seenBefore + 1
  if (seen > MAX_VALUES || depth > MAX_DEPTH) throw new ApiError('MALFORMED_REQUEST')
  if (typeof value === 'string') assertText(value)
  if (typeof value !== 'object' || value === null) return seen
  // `Object.entries` would make a list of all of them first.
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    assertText(key)
    seen = walk((value as Record<string, unknown>)[key], depth + 1, seen)
  }
  return seen
}

function assertText(text: string): void {
  if (!isStorableText(text)) throw new ApiError('MALFORMED_REQUEST')
}
