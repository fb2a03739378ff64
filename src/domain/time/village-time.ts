import { SITE } from '@/site/site'
import { instantOfWall, villageOffset, SECONDS_PER_DAY, villageDay } from './local-time'

/** Functions below need `ensureTemporal()` first. */

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const DATE_TIME = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d):00$/

export function parseDate(text: string): Temporal.PlainDate | undefined {
  if (!DATE.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

export function parseDateTime(text: string): Temporal.PlainDateTime | undefined {
  const match = DATE_TIME.exec(text)
  const date = match?.[1] === undefined ? undefined : parseDate(match[1])
  if (date === undefined) return undefined
  return date.toPlainDateTime({ hour: Number(match?.[2]), minute: Number(match?.[3]) })
}

/** October's repeated hour means the first of the two, March's skipped one an hour later (Temporal's 'compatible'). */
export function toEpochSeconds(wall: Temporal.PlainDateTime): number {
  return instantOfWall(secondsOf(wall))
}

/** False in the hour that the village's clock skips in March. */
export function clockShows(wall: Temporal.PlainDateTime): boolean {
  const instant = toEpochSeconds(wall)
  return instant + villageOffset(instant) === secondsOf(wall)
}

export function startOfDay(date: Temporal.PlainDate): number {
  return toEpochSeconds(date.toPlainDateTime())
}

export function endOfDay(date: Temporal.PlainDate): number {
  return startOfDay(date.add({ days: 1 })) - 1
}

export function villageClock(epochSeconds: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds((epochSeconds + villageOffset(epochSeconds)) * 1000)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
}

export function villageDate(epochSeconds: number): Temporal.PlainDate {
  return villageClock(epochSeconds).toPlainDate()
}

function secondsOf(wall: Temporal.PlainDateTime): number {
  return Math.floor(wall.toZonedDateTime('UTC').epochMilliseconds / 1000)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The one format of dates and times that the server writes: as the pages show them, '9:00 PM' in English and '21:00' in Portuguese. */
export function villageFormat(locale: 'en' | 'pt', options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-US', {
    timeZone: SITE.timeZone,
    ...options,
  })
  formats.set(key, format)
  return format
}

/** Mondays 00:00 in the village, epoch seconds, the oldest first; the last is the current week. Needs `ensureTemporal()`. */
export function weekStarts(nowSeconds: number, count: number): number[] {
  const today = villageDate(nowSeconds)
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  return Array.from({ length: count }, (_, n) => startOfDay(monday.subtract({ weeks: count - 1 - n })))
}

/** A week's mail leaves on Thursday at 18:00 village time: early enough for a weekend's plans. */
const THURSDAY = 4
const AT_18_SECONDS = 18 * 3600
/** Nobody needs it on Saturday afternoon any more: a mail that could not leave for so long is left out. */
export const WEEK_MAIL_LATE_SECONDS = 42 * 3600

interface WeekMail {
  week: string
  /** When it leaves, in epoch seconds. */
  atSeconds: number
}

export function nextWeekMail(nowSeconds: number): WeekMail {
  const today = Date.parse(`${villageDay(nowSeconds)}T00:00Z`) / 1000
  const weekday = new Date(today * 1000).getUTCDay()
  const thursday = today + ((THURSDAY - weekday + 7) % 7) * SECONDS_PER_DAY
  const mail = mailOf(thursday)
  return mail.atSeconds > nowSeconds ? mail : mailOf(thursday + 7 * SECONDS_PER_DAY)
}

/** A Thursday's as the day's 00:00 in UTC. A week is of the year that its Thursday is in. */
function mailOf(thursday: number): WeekMail {
  const year = new Date(thursday * 1000).getUTCFullYear()
  const number = Math.floor((thursday - Date.UTC(year, 0, 1) / 1000) / SECONDS_PER_DAY / 7) + 1
  return {
    week: `${year}-W${String(number).padStart(2, '0')}`,
    atSeconds: instantOfWall(thursday + AT_18_SECONDS),
  }
}

/** Temporal is absent in some browsers and in Node 20. The first paint never loads it: the polyfill weighs 16.5 KiB. */
export async function ensureTemporal(): Promise<void> {
  if (typeof globalThis.Temporal === 'undefined') await import('temporal-polyfill/global')
}
