// One table of an event's fields. Forms, conflicts, the activity log, imports, calendars and the columns of an update follow from it.
// The schemas of what is written stand apart (domain/submissions), because the first page loads no zod.

/** 'all' means that every age was said to be welcome. */
export const AUDIENCES = ['all', 'families', 'adults'] as const
export type Audience = (typeof AUDIENCES)[number]

export const ACCESS_FEATURES = ['step_free', 'accessible_toilet', 'sign_language', 'seating'] as const
export type AccessFeature = (typeof ACCESS_FEATURES)[number]

/** BCP 47 primary tags. */
export const EVENT_LANGUAGES = ['pt', 'en', 'es', 'fr', 'de', 'it', 'nl', 'uk'] as const

export const FAMILY_AUDIENCES: readonly Audience[] = ['all', 'families']

/**
 * The optional facts to choose an event by (rules 4.11). What is not said is never 'no', and passes no filter that asks for it.
 * `property`: its name in a calendar file; `headings`: how other people's tables call it, folded.
 */
export const EVENT_FACTS = {
  audience: {
    values: AUDIENCES,
    isList: false,
    property: 'x-guide-audience',
    headings: 'audience, for whom, age group, ages, publico, publico alvo, para quem, faixa etaria',
  },
  access: {
    values: ACCESS_FEATURES,
    isList: true,
    property: 'x-guide-access',
    headings: 'accessibility, access, acessibilidade, acessibilidades',
  },
  languages: {
    values: EVENT_LANGUAGES,
    isList: true,
    property: 'x-guide-languages',
    headings: 'languages, language, languages spoken, idioma, idiomas, lingua, linguas, linguas faladas',
  },
} as const

export type FactName = keyof typeof EVENT_FACTS
export const FACT_NAMES = Object.keys(EVENT_FACTS) as FactName[]

/** The fields that people know, each with the names on the wire that make it up. */
export const EVENT_FIELDS = {
  title: ['title'],
  description: ['description'],
  location_name: ['location_name', 'latitude', 'longitude'],
  tag_keys: ['tag_keys'],
  timetable: ['timetable'],
  info_url: ['info_url'],
  info_links: ['info_links'],
  price: ['price', 'is_donation'],
  audience: ['audience'],
  access: ['access'],
  languages: ['languages'],
  photo: ['photo'],
} as const
export type EventField = keyof typeof EVENT_FIELDS

type IsList<N extends FactName> = (typeof EVENT_FACTS)[N]['isList']
export type FactValue<N extends FactName> = (typeof EVENT_FACTS)[N]['values'][number]

/** The facts as they come over the wire: the lists of values are open, for servers that know more. */
export type EventFacts = {
  [N in FactName]?: (IsList<N> extends true ? readonly string[] : string | null) | undefined
}
export type FactValues = {
  [N in FactName]: IsList<N> extends true ? FactValue<N>[] : FactValue<N> | undefined
}
type WrittenFacts = {
  [N in FactName]?: (IsList<N> extends true ? readonly FactValue<N>[] : FactValue<N> | null) | undefined
}
/** All of them by name, so that the compiler finds a shape that lacks one. */
type AllFacts = { [N in FactName]: EventFacts[N] }
type StatedFacts<T> = { [N in FactName & keyof T]?: NonNullable<T[N]> }

/** The values of a fact that this version knows, each once and in the order of the table, so that the same facts are the same value. */
export function factValues(name: FactName, said: string | readonly string[] | null | undefined): string[] {
  return EVENT_FACTS[name].values.filter((one) => (Array.isArray(said) ? said.includes(one) : said === one))
}

function factsOf(read: (name: FactName) => unknown): Record<string, unknown> {
  return Object.fromEntries(FACT_NAMES.map((name) => [name, read(name)]))
}

export function knownFacts(event: EventFacts): FactValues {
  return factsOf((name) => {
    const values = factValues(name, event[name])
    return EVENT_FACTS[name].isList ? values : values[0]
  }) as FactValues
}

/** The facts as they go on the wire: what is not said is absent. */
export function statedFacts<T extends AllFacts>(event: T): StatedFacts<T> {
  const stated = Object.entries(factsOf((name) => event[name])).filter(
    ([, said]) =>
      said !== undefined && said !== null && said !== '' && !(Array.isArray(said) && said.length === 0),
  )
  return Object.fromEntries(stated) as StatedFacts<T>
}

/** The facts as they are stored, in the columns of the same names: null or an empty list unsays one, what is absent stays as it was. */
export function storedFacts(written: WrittenFacts): Partial<FactValues> {
  const named = FACT_NAMES.filter((name) => written[name] !== undefined)
  const stored = named.map((name) => [
    name,
    EVENT_FACTS[name].isList ? factValues(name, written[name]) : written[name],
  ])
  return Object.fromEntries(stored) as Partial<FactValues>
}

/** Says nothing, and so unsays in an update what was said before. */
export const UNSAID_FACTS = factsOf((name) => (EVENT_FACTS[name].isList ? [] : null)) as {
  [N in FactName]: IsList<N> extends true ? never[] : null
}

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
