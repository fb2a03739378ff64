import { notFound, redirect } from '@tanstack/react-router'
import { villageDay } from '@/domain/time/local-time'
import { isLocale } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { daysOfWeek, weekOf } from './iso-week'

export interface WeekSearch {
  /** Keys, joined by commas. */
  tags?: string
  /** Of the sheet: a village prints for guests who read another language. */
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

/** The days of a week in an address: what is no week is not found, one that is over leads to this one. */
export function daysToShow(week: string | undefined, nowSeconds: number, search: WeekSearch): string[] {
  const today = villageDay(nowSeconds)
  const days = daysOfWeek(week ?? weekOf(today))
  if (days === undefined) throw notFound()
  if ((days[6] ?? '') < today) throw redirect({ to: '/week', search, replace: true })
  return days
}
