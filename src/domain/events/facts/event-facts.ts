import { ACCESS_FEATURES, EVENT_LANGUAGES, listOf } from './facts-filter'
import type { AccessFeature, EventLanguage, FactsFilter } from './facts-filter'

/**
 * Facts to choose an event by (rules 4.11): for whom it is, what it has for people with disabilities, which languages are spoken. All of
 * them are optional, and what is not said is never 'no': it passes no filter that asks for it.
 */

/** The audience; 'all' means that every age was said to be welcome. */
export const AUDIENCES = ['all', 'families', 'adults'] as const
export type Audience = (typeof AUDIENCES)[number]

/** Audiences that a family may take for theirs. */
export const FAMILY_AUDIENCES: readonly Audience[] = ['all', 'families']

/** The facts that an event states of itself. A newer server may say what this version does not know, so these are texts. */
export interface EventFacts {
  audience?: string | null | undefined
  access?: readonly string[] | undefined
  languages?: readonly string[] | undefined
}

/** The same as a form has them: what this version knows of them, in the order of the constants. */
export interface FactValues {
  /** The audience; absent when it is not stated. */
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

/** Whether an event says all that a filter asks for; the server decides the same in SQL. */
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

/** A list with one more value, or without it when it has it. */
export function toggled<T>(list: readonly T[], one: T): T[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one]
}
