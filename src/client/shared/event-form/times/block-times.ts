import { dayAfter, daysBetween } from '@/client/shared/time/village-days'
import type { TimeBlock } from '@/domain/timetables/timetable'
import { MAX_TIME_BLOCKS } from '@/domain/submissions/submission-limits'

export interface BlockValues {
  isAllDay: boolean
  /** Several days at the same times: from the start date to the end date, one occurrence on each. It means nothing for whole days. */
  isDaily: boolean
  startDate: string
  startTime: string
  endDate: string
  /** Whether a person chose the end date. Absent where nobody has changed the block: then its dates tell. */
  isEndChosen?: boolean | undefined
  endTime: string
}

/** An end date that nobody has chosen follows the start, and an end earlier than the start is on the next day. */
export function changeBlock(block: BlockValues, change: Partial<BlockValues>): BlockValues {
  const next = { ...block, ...change }
  // The end of an evening goes with its date, also where somebody has chosen it.
  const isEveningMoved =
    change.startDate !== undefined && endsBeforeStart(block) && block.endDate === usualEndDate(block)
  next.isEndChosen =
    change.endDate === undefined
      ? isEndChosen(block) && !isEveningMoved
      : !['', next.startDate].includes(change.endDate)
  return next.isEndChosen || change.endDate === '' ? next : { ...next, endDate: usualEndDate(next) }
}

/** The answer is stored at the first change: with a time that is half typed, a chosen end looks like a usual one. */
function isEndChosen(block: BlockValues): boolean {
  return block.isEndChosen ?? !['', block.startDate, usualEndDate(block)].includes(block.endDate)
}

function usualEndDate(block: BlockValues): string {
  const { startDate, isAllDay, isDaily } = block
  return startDate !== '' && !isAllDay && !isDaily && endsBeforeStart(block)
    ? dayAfter(startDate, 1)
    : startDate
}

export function endsBeforeStart({ startTime, endTime }: BlockValues): boolean {
  return endTime !== '' && endTime < startTime
}

export function nextBlock(last: BlockValues): BlockValues {
  const { startDate, endDate } = last
  if (startDate === '') return last
  const isOneDay = endDate === '' || endDate === usualEndDate(last)
  const days = isOneDay ? 1 : Math.max(1, daysBetween(startDate, endDate) + 1)
  return {
    ...last,
    ...(isOneDay && { isEndChosen: false }),
    startDate: dayAfter(startDate, days),
    endDate: dayAfter(endDate === '' ? startDate : endDate, days),
  }
}

/** The blocks that are sent, each with its row in the form: one row for several days is a block for each of them. */
export function sentBlocks(blocks: readonly BlockValues[]): { block: TimeBlock; row: number }[] {
  return blocks.flatMap((block, row) => eachDay(block).map((one) => ({ block: toTimeBlock(one), row })))
}

function eachDay(block: BlockValues): BlockValues[] {
  if (!block.isDaily || block.isAllDay) return [block]
  const count = daysBetween(block.startDate, block.endDate) + 1
  if (!(count > 0)) return [block]
  return Array.from({ length: Math.min(count, MAX_TIME_BLOCKS + 1) }, (_, n) => {
    const startDate = dayAfter(block.startDate, n)
    return { ...block, startDate, endDate: usualEndDate({ ...block, startDate, isDaily: false }) }
  })
}

function toTimeBlock(block: BlockValues): TimeBlock {
  // An all-day block sends its dates as times (rules 7.3).
  if (block.isAllDay) return { start_time: block.startDate, end_time: block.endDate, is_all_day: true }
  return {
    start_time: toDateTime(block.startDate, block.startTime),
    end_time: toDateTime(block.endDate, block.endTime),
    is_all_day: false,
  }
}

function toDateTime(date: string, time: string): string {
  return date === '' || time === '' ? '' : `${date} ${time.slice(0, 5)}:00`
}

/** Reverses `sentBlocks`: blocks of one evening each that follow day by day at the same times are one row. */
export function inRows(blocks: readonly BlockValues[]): BlockValues[] {
  const rows: BlockValues[] = []
  for (const block of blocks) {
    const before = rows.at(-1)
    if (before !== undefined && isConsecutive(before, block))
      rows[rows.length - 1] = { ...before, isDaily: true, endDate: block.startDate }
    else rows.push(block)
  }
  return rows
}

function isConsecutive(row: BlockValues, next: BlockValues): boolean {
  const lastDay = row.isDaily ? row.endDate : row.startDate
  return (
    !row.isAllDay &&
    !next.isAllDay &&
    row.startTime === next.startTime &&
    row.endTime === next.endTime &&
    (row.isDaily || row.endDate === usualEndDate(row)) &&
    next.endDate === usualEndDate(next) &&
    next.startDate === dayAfter(lastDay, 1)
  )
}

/** The days of a week as it is written in Portugal and most of Europe: from Monday. */
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

/** `day` is 0-6 from Sunday, as it travels. */
export function weekdays(locale: string) {
  const tag = locale === 'pt' ? 'pt-PT' : locale
  const short = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' })
  return MONDAY_FIRST.map((day) => {
    // 4 January 1970 was a Sunday.
    const noonOfThatDay = new Date((3 + day) * 86_400_000 + 43_200_000)
    return { day, short: short.format(noonOfThatDay).replace('.', ''), long: long.format(noonOfThatDay) }
  })
}
