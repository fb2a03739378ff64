import type { Occurrence } from '@/domain/timetables/recurrence'
import { cutText } from '@/domain/text/plain-text'
import { clockText, isRepeated, villageDay, wallAt } from '@/domain/time/local-time'
import { SITE } from '@/site/site'

interface EventToAdd extends Occurrence {
  title: string
  description: string
  location_name: string
}

/** Longer addresses are refused by some. */
const MAX_DETAILS = 700

export function googleCalendarAddress(event: EventToAdd, url: string): string {
  const times = [event.start_time, event.end_time]
  const isUnclear = !event.is_all_day && times.some(isRepeated)
  const dates = isUnclear ? times.map(utc) : [startOf(event), endOf(event)]
  return address('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: event.title,
    dates: dates.map(compact).join('/'),
    ctz: SITE.timeZone,
    details: details(event, url),
    location: event.location_name,
  })
}

export function outlookCalendarAddress(event: EventToAdd, url: string): string {
  return address('https://outlook.live.com/calendar/0/deeplink/compose', {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    startdt: event.is_all_day ? startOf(event) : utc(event.start_time),
    enddt: event.is_all_day ? endOf(event) : utc(event.end_time),
    ...(event.is_all_day && { allday: 'true' }),
    body: details(event, url),
    location: event.location_name,
  })
}

function address(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query).toString()}`
}

function details({ description }: EventToAdd, url: string): string {
  return `${cutText(description, MAX_DETAILS, '…')}\n\n${url}`
}

function startOf({ start_time, is_all_day }: EventToAdd): string {
  return is_all_day ? villageDay(start_time) : clockText(wallAt(start_time))
}

function endOf({ end_time, is_all_day }: EventToAdd): string {
  return is_all_day ? villageDay(end_time + 1) : clockText(wallAt(end_time))
}

function utc(epochSeconds: number): string {
  return `${clockText(epochSeconds)}Z`
}

/** '20261205T180000'. */
function compact(text: string): string {
  return text.replaceAll(/[-:]/g, '')
}
