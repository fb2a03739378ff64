import type { ImportNote } from '@/domain/staff/import'
import { schedulesOf } from '@/domain/timetables/schedule'
import { MAX_TIME_BLOCKS } from '@/domain/submissions/submission-limits'
import type { Recurrence, TimeBlock, Timetable } from '@/domain/timetables/timetable'
import { parseDate, parseDateTime } from '@/domain/time/village-time'
import { isAtSameTime } from './block-times'
import type { SourceEvent } from '@/server/modules/import/source/source-event'

/** Fewer dates are clearer as a list. */
const SERIES_MIN = 3

export interface FittedTimetable {
  timetable: Timetable
  notes: ImportNote[]
  /** Whether there are more dates than fit: importing later brings the next ones. */
  isCut: boolean
}

/** The timetable of coming blocks: weekly when that says exactly the same, else a list, of the first ones if there are too many. */
export function fitTimetable({
  blocks,
  isSeries,
  isOpen,
}: Pick<SourceEvent, 'blocks' | 'isSeries' | 'isOpen'>): FittedTimetable {
  const repeated = isSeries && blocks.length >= SERIES_MIN ? weeklyRuleOf(blocks) : undefined
  if (repeated !== undefined)
    return { timetable: { repeated }, notes: isOpen ? ['series_open'] : [], isCut: false }
  const isCut = blocks.length > MAX_TIME_BLOCKS
  const notes: ImportNote[] = isCut ? ['occurrences_cut'] : isOpen ? ['series_open'] : []
  return { timetable: { list: blocks.slice(0, MAX_TIME_BLOCKS) }, notes, isCut }
}

/** The weekly rule with exactly these occurrences; undefined when there is none. */
function weeklyRuleOf(blocks: readonly TimeBlock[]): Recurrence | undefined {
  const [first] = blocks
  const last = blocks.at(-1)
  if (first === undefined || last === undefined || !blocks.every((block) => isAtSameTime(block, first)))
    return undefined
  const days = new Set<number>()
  for (const block of blocks) {
    const date = parseDate(block.start_time.slice(0, 10))
    if (date === undefined) return undefined
    // The wire counts Sunday 0 … Saturday 6.
    days.add(date.dayOfWeek % 7)
  }
  const start = parseDateTime(first.start_time)
  const end = parseDateTime(first.end_time)
  const rule: Recurrence = {
    days: [...days].toSorted((a, b) => a - b),
    ...(start !== undefined && end !== undefined && !first.is_all_day
      ? { start_hour: start.hour, start_minute: start.minute, end_hour: end.hour, end_minute: end.minute }
      : {}),
    period_start_date: first.start_time.slice(0, 10),
    period_end_date: last.start_time.slice(0, 10),
    is_all_day: first.is_all_day,
  }
  const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const ofRule = schedulesOf({ repeated: rule }, everything)
  const ofList = schedulesOf({ list: [...blocks] }, everything)
  const isSame =
    ofRule.length === ofList.length &&
    ofRule.every(({ start_time, end_time }, index) => {
      const other = ofList[index]
      return other?.start_time === start_time && other.end_time === end_time
    })
  return isSame ? rule : undefined
}
