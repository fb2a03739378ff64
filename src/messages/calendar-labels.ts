import type { EventState } from '@/domain/events/event-state'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'

/** What calendars and feeds write before the title of an event that is not as it was planned. */
export function stateLabels(locale: Locale): Record<EventState, string> {
  return {
    on: m.calendar_on({}, { locale }),
    cancelled: m.calendar_cancelled({}, { locale }),
    postponed: m.calendar_postponed({}, { locale }),
    moved: m.calendar_moved({}, { locale }),
    sold_out: m.calendar_sold_out({}, { locale }),
  }
}
