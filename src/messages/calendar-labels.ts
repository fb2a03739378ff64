import type { EventState } from '@/domain/events/event-state'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'

/** The words that calendars and feeds write before the title of an event that is not as it was planned. */
export function stateLabels(locale: Locale): Record<EventState, string> {
  return {
    on: m.events_state_on({}, { locale }),
    cancelled: m.events_state_cancelled({}, { locale }),
    postponed: m.events_state_postponed({}, { locale }),
    moved: m.events_state_moved({}, { locale }),
    sold_out: m.events_state_sold_out({}, { locale }),
  }
}
