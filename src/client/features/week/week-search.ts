import { textOf } from '@/client/shared/links/search-texts'
import { factsPart, readFacts } from '@/domain/events/facts/facts-filter'
import type { FactsFilter } from '@/domain/events/facts/facts-filter'
import { isLocale } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'

/** A database cannot even be asked for a key with other characters. */
const KEYS = /^[^\p{Cc}\p{Cs}]+$/u

export interface WeekSearch extends FactsFilter {
  /** Keys, joined by commas. */
  tags?: string
  /** The language of the sheet: a village prints for guests who read another one. */
  lang?: Locale
}

/** Reads the query of an address that anyone may have written; what makes no sense is left out. */
export function readWeekSearch({ tags, lang, ...search }: Record<string, unknown>): WeekSearch {
  const keys = textOf(tags)
  return {
    ...(keys !== undefined && KEYS.test(keys) && { tags: keys }),
    ...readFacts(search),
    ...(isLocale(lang) && { lang }),
  }
}

export function weekFilter({ tags, ...search }: WeekSearch): ProgrammeFilter {
  return { tags: tags?.split(',').filter((key) => key !== '') ?? [], ...factsPart(search) }
}
