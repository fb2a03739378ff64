import * as z from 'zod/mini'
import { AUDIENCES } from './event-facts'
import { ACCESS_FEATURES, EVENT_LANGUAGES } from './facts-filter'
import type { Audience } from './event-facts'
import type { AccessFeature, EventLanguage } from './facts-filter'

/** The facts of an event as people and imports write them (rules 5). */
export const factFields = {
  /** Null, like an empty list below: nothing is said. In an edit what is absent stays as it is, for clients that do not know it. */
  audience: z.optional(z.nullable(z.enum(AUDIENCES, 'invalid'))),
  access: z.optional(
    z
      .array(z.enum(ACCESS_FEATURES, 'invalid'), 'invalid')
      .check(z.maxLength(ACCESS_FEATURES.length, 'invalid')),
  ),
  languages: z.optional(
    z
      .array(z.enum(EVENT_LANGUAGES, 'invalid'), 'invalid')
      .check(z.maxLength(EVENT_LANGUAGES.length, 'invalid')),
  ),
}

interface WrittenFacts {
  audience?: Audience | null | undefined
  access?: readonly AccessFeature[] | undefined
  languages?: readonly EventLanguage[] | undefined
}

/**
 * The facts as they are stored, those that are said: each once, in the order of the constants, so that the same facts are the same
 * value. What is absent is left out, and so as it was.
 */
export function storedFacts({ audience, access, languages }: WrittenFacts) {
  return {
    ...(audience !== undefined && { audience }),
    ...(access && { access: ACCESS_FEATURES.filter((one) => access.includes(one)) }),
    ...(languages && { languages: EVENT_LANGUAGES.filter((one) => languages.includes(one)) }),
  }
}
