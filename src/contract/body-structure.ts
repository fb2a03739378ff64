/** Brackets, commas, colons and strings of a request's body: a submission with every field and sixty time blocks has some thousand. */
export const BODY_TOKENS_MAX = 5000

/** How many of them the JSON of a value has, as the server counts them (`server/http/bodies/json-bodies`). */
export function jsonTokens(value: unknown): number {
  if (typeof value === 'string') return 1
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return sum(value.map(jsonTokens)) + separators(value.length)
  const fields = Object.values(value).filter((field) => field !== undefined)
  // A key is a string, and has its colon.
  return sum(fields.map((field) => 2 + jsonTokens(field))) + separators(fields.length)
}

/** The two brackets around so many values, and the commas between them. */
function separators(count: number): number {
  return 2 + Math.max(0, count - 1)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}
