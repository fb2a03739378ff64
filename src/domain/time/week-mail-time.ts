import { SECONDS_PER_DAY, instantOfWall, villageDay } from './local-time'

/** A week's mail leaves on Thursday at 18:00 village time: early enough for a weekend's plans. */
const THURSDAY = 4
const AT_18_SECONDS = 18 * 3600
/** Nobody needs it on Saturday afternoon any more: a mail that could not leave for so long is left out. */
export const WEEK_MAIL_LATE_SECONDS = 42 * 3600

export interface WeekMail {
  /** The week of its Thursday as ISO 8601 counts weeks: `2026-W48`. */
  week: string
  /** When it leaves, in epoch seconds. */
  atSeconds: number
}

/** The week's mail that leaves next, after an instant in epoch seconds. */
export function nextWeekMail(nowSeconds: number): WeekMail {
  const today = Date.parse(`${villageDay(nowSeconds)}T00:00Z`) / 1000
  const weekday = new Date(today * 1000).getUTCDay()
  const thursday = today + ((THURSDAY - weekday + 7) % 7) * SECONDS_PER_DAY
  const mail = mailOf(thursday)
  return mail.atSeconds > nowSeconds ? mail : mailOf(thursday + 7 * SECONDS_PER_DAY)
}

/** The week's mail that left last, at an instant or before it, in epoch seconds. */
export function lastWeekMail(nowSeconds: number): WeekMail {
  return nextWeekMail(nextWeekMail(nowSeconds).atSeconds - 8 * SECONDS_PER_DAY)
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
