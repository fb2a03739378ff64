/** The facts of an event in a calendar, in lower case as jCal has names. */

export const FACT_PROPERTIES = {
  audience: 'x-guide-audience',
  access: 'x-guide-access',
  languages: 'x-guide-languages',
} as const

export const FACT_NAMES = ['audience', 'access', 'languages'] as const

/** A comma would be escaped in a property that other programs do not know. */
export const FACT_SEPARATOR = '|'
