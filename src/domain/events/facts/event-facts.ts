export const ACCESS_FEATURES = ['step_free', 'accessible_toilet', 'sign_language', 'seating'] as const
export type AccessFeature = (typeof ACCESS_FEATURES)[number]

export const EVENT_LANGUAGES = ['pt', 'en', 'es', 'fr', 'de', 'it', 'nl', 'uk'] as const
export type EventLanguage = (typeof EVENT_LANGUAGES)[number]

export interface FactsFilter {
  free?: 1
  family?: 1
  access?: string
  in?: string
}

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

export function factsPart(search: Parameters<typeof readFacts>[0]): { facts?: FactsFilter } {
  const facts = readFacts(search)
  return Object.keys(facts).length > 0 ? { facts } : {}
}

export function listOf(text: string | undefined): string[] {
  return text?.split(',') ?? []
}

export function countFacts(facts: FactsFilter | undefined): number {
  return facts === undefined ? 0 : Object.values(facts).join(',').split(',').length
}

/** Facts to choose an event by (rules 4.11); what is not said is never 'no', and passes no filter that asks for it. */

/** The audience; 'all' means that every age was said to be welcome. */
export const AUDIENCES = ['all', 'families', 'adults'] as const
export type Audience = (typeof AUDIENCES)[number]

export const FAMILY_AUDIENCES: readonly Audience[] = ['all', 'families']

export interface EventFacts {
  audience?: string | null | undefined
  access?: readonly string[] | undefined
  languages?: readonly string[] | undefined
}

export interface FactValues {
  audience?: Audience | undefined
  access: AccessFeature[]
  languages: EventLanguage[]
}

export function knownFacts({ audience, access, languages }: EventFacts): FactValues {
  return {
    audience: AUDIENCES.find((one) => one === audience),
    access: ACCESS_FEATURES.filter((one) => access?.includes(one)),
    languages: EVENT_LANGUAGES.filter((one) => languages?.includes(one)),
  }
}

interface Stored<A, F, L> {
  audience?: A | null | undefined
  access: F[]
  languages: L[]
}

/** The facts as they go on the wire: what is not said is absent. */
export function statedFacts<A, F, L>({ audience, access, languages }: Stored<A, F, L>) {
  return {
    ...(audience && { audience }),
    ...(access.length > 0 && { access }),
    ...(languages.length > 0 && { languages }),
  }
}

export function hasFacts(
  event: EventFacts & { price?: number | undefined },
  filter: FactsFilter = {},
): boolean {
  const { audience, access = [], languages = [] } = event
  const { free, family, in: spoken } = filter
  return (
    (free === undefined || event.price === 0) &&
    (family === undefined || FAMILY_AUDIENCES.some((one) => one === audience)) &&
    listOf(filter.access).every((feature) => access.includes(feature)) &&
    (spoken === undefined || listOf(spoken).some((language) => languages.includes(language)))
  )
}

export function toggled<T>(list: readonly T[], one: T): T[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one]
}
