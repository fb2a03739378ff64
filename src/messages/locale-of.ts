import { baseLocale, toLocale } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'

/** A stored language name as a language of the product. */
export function localeOf(name: string): Locale {
  return toLocale(name) ?? baseLocale
}
