import { isDay } from '@/client/shared/time/village-days'

/** An event of a plan that is shared. */
export interface SharedEvent {
  eventId: string
  /** The village day that was chosen of an event with several. */
  day?: string
}

/** Some messengers cut longer addresses. */
export const MAX_SHARED = 100

const EVENT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@(\d{4}-\d\d-\d\d))?$/

/** The fragment that shares a plan, without '#': no server sees it. */
export function planFragment(events: readonly SharedEvent[]): string {
  const listed = events.slice(0, MAX_SHARED).map(({ eventId, day }) => (day ? `${eventId}@${day}` : eventId))
  return `e=${listed.join(',')}`
}

/** The events of a fragment, each once, as anyone may have written it: what makes no sense is left out. */
export function readPlanFragment(fragment: string): SharedEvent[] {
  const [, list = ''] = /^e=(.*)$/.exec(fragment) ?? []
  const byId = new Map<string, SharedEvent>()
  for (const one of list.split(',').slice(0, MAX_SHARED)) {
    const [, eventId, day] = EVENT.exec(one) ?? []
    if (eventId === undefined) continue
    byId.set(eventId, { eventId, ...(day !== undefined && isDay(day) && { day }) })
  }
  return [...byId.values()]
}
