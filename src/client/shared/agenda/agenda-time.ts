import type { PublicEvent } from '@/contract/events/events'
import { isLongEvent } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import type { getLocale } from '@/messages/compiled/runtime.js'
import { isOfOneDay, lastMoment, shortDateText, timeText } from '@/client/shared/time/event-dates'

/** The time of an event as the agenda shows it. */
export interface AgendaTime {
  /** '9:00 PM', 'All day', 'Now', 'until Jan 24'. */
  lead: string
  /** 'in 40 min', 'until 11:00 PM'. */
  note?: string
  state?: 'now' | 'soon' | 'over'
}

type Times = Pick<PublicEvent, 'start_time' | 'end_time' | 'is_all_day'>

/** How long before its start an event counts the minutes. */
const SOON_SECONDS = 90 * 60

/**
 * The time of an event as of `nowSeconds`; what a visitor reads first is whether to go now. `from` is the beginning of days to come
 * under which it stands: the hour of an earlier day is none of theirs.
 */
export function agendaTime(
  event: Times,
  nowSeconds: number,
  locale: ReturnType<typeof getLocale>,
  from = 0,
): AgendaTime {
  const { start_time, end_time, is_all_day } = event
  if (end_time <= nowSeconds) return { lead: m.events_over({}, { locale }), state: 'over' }
  const untilText = () => {
    const time = isOfOneDay(event) ? timeText(end_time, locale) : shortDateText(lastMoment(event), locale)
    return m.events_until_time({ time }, { locale })
  }
  if (isLongEvent(event) || start_time < from) return { lead: untilText() }
  const untilLastDay = isOfOneDay(event) ? {} : { note: untilText() }
  if (is_all_day) return { lead: m.events_all_day({}, { locale }), ...untilLastDay }
  const seconds = start_time - nowSeconds
  if (seconds <= 0) return { lead: m.events_now({}, { locale }), note: untilText(), state: 'now' }
  const lead = timeText(start_time, locale)
  if (seconds > SOON_SECONDS) return { lead, ...untilLastDay }
  return { lead, note: m.events_in_minutes({ n: Math.ceil(seconds / 60) }, { locale }), state: 'soon' }
}
