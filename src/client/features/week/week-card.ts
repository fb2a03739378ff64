import { weekCardPath } from '@/contract/cards'
import { villageDay } from '@/domain/time/local-time'
import type { Locale } from '@/messages/compiled/runtime.js'
import { daysOfWeek, weekOf } from './iso-week'

/** The path of the picture for link previews of a week `2026-W49`, this one without a name; undefined for what is no week. */
export function weekCard(
  { nowSeconds, locale }: { nowSeconds: number; locale: Locale },
  week?: string,
): string | undefined {
  const monday = daysOfWeek(week ?? weekOf(villageDay(nowSeconds)))?.[0]
  return monday && weekCardPath(monday, locale)
}
