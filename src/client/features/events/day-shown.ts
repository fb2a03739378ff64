import { villageDay } from '@/client/shared/time/event-dates'

/**
 * The village day `YYYY-MM-DD` that an event stands under: the one it begins on, or, when it is under way by then, the
 * first of the list. In the order of the list it never goes back.
 */
export function dayShown({ start_time }: { start_time: number }, firstDay: string): string {
  const day = villageDay(start_time)
  return day < firstDay ? firstDay : day
}
