import { dayAfter } from '@/client/shared/time/village-days'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { isOnDay } from '@/domain/events/event-state'
import type { Announcement } from '@/domain/events/event-state'
import { villageDay } from '@/domain/time/local-time'

/** The limit is beyond what anybody scrolls through. */
const MAX_DAYS = 120

/** The village days to come on which an event has a date, the next first. `now` is epoch seconds. */
export function daysToCome({ schedules }: Pick<BackOfficeEvent, 'schedules'>, now: number): string[] {
  const today = villageDay(now)
  const days = new Set<string>()
  for (const schedule of schedules) {
    if (schedule.end_time <= now) continue
    const first = villageDay(schedule.start_time)
    for (let day = first; isOnDay(schedule, day) && days.size < MAX_DAYS; day = dayAfter(day, 1))
      if (day >= today || day === first) days.add(day)
  }
  return [...days].toSorted()
}

/** The state of one day of an event, or of the event as a whole. */
export function announcementOf(
  { states }: Pick<BackOfficeEvent, 'states'>,
  day: string | undefined,
): Announcement | undefined {
  const announced = day === undefined ? states?.whole : states?.days.find((one) => one.day === day)
  return announced && { state: announced.state, ...(announced.note && { note: announced.note }) }
}
