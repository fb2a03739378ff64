/** A filter by the facts of `event-facts`, apart from them: every visit loads it. */

export const ACCESS_FEATURES = ['step_free', 'accessible_toilet', 'sign_language', 'seating'] as const
export type AccessFeature = (typeof ACCESS_FEATURES)[number]

/** BCP 47 primary tags of what is spoken in the village by those who live there and those who visit it. */
export const EVENT_LANGUAGES = ['pt', 'en', 'es', 'fr', 'de', 'it', 'nl', 'uk'] as const
export type EventLanguage = (typeof EVENT_LANGUAGES)[number]

/**
 * The facts that a filter asks for, as they stand in an address: `free` is the price 0, `access` all of these features, `in` any of
 * these languages. Lists are joined by commas, in the order of the constants, so that the same filter is the same text.
 */
export interface FactsFilter {
  free?: 1
  family?: 1
  access?: string
  in?: string
}

/** Reads the query of an address that anyone may have written; what makes no sense is left out. */
export function readFacts(search: Readonly<Partial<Record<keyof FactsFilter, unknown>>>): FactsFilter {
  const access = knownIn(search.access, ACCESS_FEATURES)
  const spoken = knownIn(search.in, EVENT_LANGUAGES)
  return {
    ...(isSet(search.free) && { free: 1 }),
    ...(isSet(search.family) && { family: 1 }),
    ...(access !== '' && { access }),
    ...(spoken !== '' && { in: spoken }),
  }
}

function isSet(value: unknown): boolean {
  return ['1', 'true'].includes(String(value))
}

/** A form without script repeats its field, which is read as a list. */
function knownIn(value: unknown, known: readonly string[]): string {
  const given = String(value).split(',')
  return known.filter((one) => given.includes(one)).join(',')
}

/** The facts as a part of a filter: none where the address asks for none. */
export function factsPart(search: Parameters<typeof readFacts>[0]): { facts?: FactsFilter } {
  const facts = readFacts(search)
  return Object.keys(facts).length > 0 ? { facts } : {}
}

/** The values of a list of a filter. */
export function listOf(text: string | undefined): string[] {
  return text?.split(',') ?? []
}

/** How many facts a filter asks for. */
export function countFacts(facts: FactsFilter | undefined): number {
  return facts === undefined ? 0 : Object.values(facts).join(',').split(',').length
}
