import type { PublicEvent } from '@/contract/events/events'
import { splitLocationName } from '@/domain/places/location-name'
import { posterSubject } from '@/domain/posters/poster'
import { SECONDS_PER_DAY, villageDay, villageMidnight } from '@/domain/time/local-time'
import { stateLabels } from '@/messages/calendar-labels'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { Card } from '@/server/platform/cards/card'
import { SITE } from '@/site/site'

/** The words of the card of an event at one of its dates. */
export function eventCard(event: PublicEvent, locale: Locale): Card {
  const { state, title } = event
  const label = state === undefined || state === 'on' ? '' : `${stateLabels(locale)[state]}: `
  return {
    poster: posterSubject(event),
    overline: whenText(event, locale),
    title: label + title,
    underline: splitLocationName(event.location_name).displayName,
    brand: SITE.name,
  }
}

/** The words of the card of the week that begins on the village day `monday`. */
export function weekCard(monday: string, locale: Locale): Card {
  const [first, last] = [0, 6].map((days) => new Date(villageMidnight(monday, days) * 1000))
  const format = formatOf(locale, { day: 'numeric', month: 'long', year: 'numeric' })
  return {
    poster: { title: monday, tagKeys: ['surf'], hour: undefined },
    overline: format.formatRange(first ?? 0, last ?? 0),
    title: m.embed_title({ village: SITE.village }, { locale }),
    underline: m.card_week({}, { locale }),
    brand: SITE.name,
  }
}

/** 'Friday, November 20, 2026 · 9:00 PM'; of several days the first and the last. */
function whenText({ start_time, end_time, is_all_day }: PublicEvent, locale: Locale): string {
  const start = start_time * 1000
  // An event that ends at 00:00 belongs to the day before (rules 4.5).
  const last = Math.max(start, end_time * 1000 - 1)
  // The day on which the clock is put back has an hour more than 24.
  const isAnotherDay = villageDay(start_time) !== villageDay(Math.floor(last / 1000))
  if (isAnotherDay && last - start >= SECONDS_PER_DAY * 1000) {
    const range = formatOf(locale, { day: 'numeric', month: 'long', year: 'numeric' })
    return range.formatRange(start, last)
  }
  const day = formatOf(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(start)
  const time = is_all_day
    ? m.events_all_day({}, { locale })
    : formatOf(locale, { timeStyle: 'short' }).format(start)
  return `${day.charAt(0).toUpperCase()}${day.slice(1)} · ${time}`
}

function formatOf(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-US', { timeZone: SITE.timeZone, ...options })
}
