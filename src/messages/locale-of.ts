import { baseLocale, toLocale } from './compiled/runtime.js'
import type { Locale } from './compiled/runtime.js'

/** A stored language name as a language of the product. */
export function localeOf(name: string): Locale {
  return toLocale(name) ?? baseLocale
}
