import { isLocale } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'

export interface WeekSearch {
  /** Keys, joined by commas. */
  tags?: string
  /** The language of the sheet: a village prints for guests who read another one. */
  lang?: Locale
}

/** Reads the query of an address that anyone may have written; what makes no sense is left out. */
export function readWeekSearch({ tags, lang }: Record<string, unknown>): WeekSearch {
  return {
    ...(typeof tags === 'string' && tags !== '' && { tags }),
    ...(isLocale(lang) && { lang }),
  }
}

export function tagsOf({ tags }: WeekSearch): string[] {
  return tags?.split(',').filter((key) => key !== '') ?? []
}
