import type { ProgrammeEvent } from '@/contract/events/events'

/** A published event of two hours, as the API returns it; `start` in epoch seconds. */
export function programmeEvent(
  id: string,
  start: number,
  more: Partial<ProgrammeEvent> = {},
): ProgrammeEvent {
  const times = { start_time: start, end_time: start + 7200, is_all_day: false }
  return {
    id,
    title: `Event ${id}`,
    description: 'Something to do in the village',
    ...times,
    location_name: 'Praia do Sul',
    latitude: 38.9583,
    longitude: -9.4166,
    tags: [],
    info_links: [],
    schedules: [times],
    ...more,
  }
}
