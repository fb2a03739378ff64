import { ApiError } from './api-error'

const MAX_DEPTH = 12
const MAX_VALUES = 5000

/**
 * Refuses what JSON can say and PostgreSQL cannot store: NUL and lone surrogates in text. Also bounds depth and
 * number of values, so that whatever walks the body afterwards is safe. Throws MALFORMED_REQUEST.
 */
export function assertStorable(input: unknown): void {
  const pending: [value: unknown, depth: number][] = [[input, 0]]
  let seen = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, depth] = next
    seen += 1
    if (seen > MAX_VALUES || depth > MAX_DEPTH) throw new ApiError('MALFORMED_REQUEST')
    if (typeof value === 'string') assertText(value)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        assertText(key)
        pending.push([inner, depth + 1])
      }
    }
  }
}

function assertText(text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed()) throw new ApiError('MALFORMED_REQUEST')
}
