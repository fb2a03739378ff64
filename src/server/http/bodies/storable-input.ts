import { isStorableText } from '@/domain/text/plain-text'
import { ApiError } from '@/server/http/errors/api-error'

/**
 * Refuses what JSON can say and PostgreSQL cannot store: NUL and lone surrogates in text. How deep and how large the input is was
 * bounded as it arrived (json-structure). Throws MALFORMED_REQUEST.
 */
export function assertStorable(input: unknown): void {
  if (typeof input === 'string') assertText(input)
  if (typeof input !== 'object' || input === null) return
  for (const [key, value] of Object.entries(input)) {
    assertText(key)
    assertStorable(value)
  }
}

function assertText(text: string): void {
  if (!isStorableText(text)) throw new ApiError('MALFORMED_REQUEST')
}
