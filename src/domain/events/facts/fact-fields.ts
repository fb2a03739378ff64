import * as z from 'zod/mini'
import { AUDIENCES, ACCESS_FEATURES, EVENT_LANGUAGES } from './event-facts'
import type { Audience, AccessFeature, EventLanguage } from './event-facts'

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

/** Each once, in the order of the constants, so that the same facts are the same value; what is absent stays as it was. */
export function storedFacts({ audience, access, languages }: WrittenFacts) {
  return {
    ...(audience !== undefined && { audience }),
    ...(access && { access: ACCESS_FEATURES.filter((one) => access.includes(one)) }),
    ...(languages && { languages: EVENT_LANGUAGES.filter((one) => languages.includes(one)) }),
  }
}
