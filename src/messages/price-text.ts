import * as m from '@/messages/compiled/messages.js'
import type { EventState } from '@/domain/events/event-state'
import type { Locale } from '@/messages/compiled/runtime.js'

interface Price {
  price?: number | null | undefined
  is_donation?: boolean | undefined
}

/** 'Price: €12.50', 'Free' or 'Donation' (rules 2.6); undefined when nothing is said of it. */
export function priceLine(said: Price, locale: Locale): string | undefined {
  return priceText(said, locale, m.event_price)
}

export function priceValue(said: Price, locale: Locale): string | undefined {
  return priceText(said, locale, m.event_price_value)
}

function priceText(
  { price, is_donation }: Price,
  locale: Locale,
  textOf: typeof m.event_price,
): string | undefined {
  if (price === undefined || price === null) return undefined
  if (price > 0) return textOf({ price: amount(price, locale) }, { locale })
  return is_donation === true ? m.event_donation({}, { locale }) : m.event_free({}, { locale })
}

function amount(euros: number, locale: Locale): string {
  const text = Number.isInteger(euros) ? String(euros) : euros.toFixed(2)
  return locale === 'pt' ? text.replace('.', ',') : text
}

export function stateLabels(locale: Locale): Record<EventState, string> {
  return {
    on: m.events_state_on({}, { locale }),
    cancelled: m.events_state_cancelled({}, { locale }),
    postponed: m.events_state_postponed({}, { locale }),
    moved: m.events_state_moved({}, { locale }),
    sold_out: m.events_state_sold_out({}, { locale }),
  }
}
