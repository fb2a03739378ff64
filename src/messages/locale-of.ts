import { baseLocale, locales } from './compiled/runtime.js'
import type { Locale } from './compiled/runtime.js'

/** A stored language name as a language of the product. */
export function localeOf(name: string): Locale {
  return locales.find((locale) => locale === name) ?? baseLocale
}
