/** The properties of a calendar that hold the facts of an event; jCal has their names in lower case. */
export const FACT_PROPERTIES = {
  audience: 'x-guide-audience',
  access: 'x-guide-access',
  languages: 'x-guide-languages',
} as const

export const FACT_NAMES = ['audience', 'access', 'languages'] as const

/** A comma would be escaped in a property that other programs do not know. */
export const FACT_SEPARATOR = '|'
