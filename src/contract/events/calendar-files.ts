import { isCalendarDay } from '@/domain/time/local-time'

/**
 * The calendar file of an event: a plain address with a file behind it, since phones open that and no blob. The server and, without a
 * network, the service worker respond to it with the same text.
 */

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** The address of an event's calendar file (`calendarFileId`). */
export function calendarFileAddress(
  id: string,
  { day, locale }: { day?: string | undefined; locale: string },
): string {
  const query = new URLSearchParams({
    ...(day !== undefined && { date: day }),
    lang: locale,
  })
  return `/events/${id}.ics?${query.toString()}`
}

const FILE = /^\/events\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.ics$/

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The id in the path of a calendar file; undefined for any other path. */
export function calendarFileId(pathname: string): string | undefined {
  return FILE.exec(pathname)?.[1]
}

/** The query of a calendar file, as anyone may have written it: what makes no sense is left out. */
export function readCalendarQuery(query: URLSearchParams): {
  day: string | undefined
  lang: string
} {
  const day = query.get('date') ?? undefined
  return {
    day: day !== undefined && DAY.test(day) && isCalendarDay(day) ? day : undefined,
    lang: query.get('lang') ?? '',
  }
}

/** The name that a calendar file is saved under: letters of every file system. */
export function calendarFileName(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return `${
    plain
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60) || 'event'
  }.ics`
}
