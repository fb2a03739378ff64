/** Comma-joined keys (spec 7). */
export function tagKeysOf(text: string | undefined): string[] {
  const keys = (text ?? '').split(',').map((key) => key.trim())
  return [...new Set(keys)].filter((key) => key !== '')
}
