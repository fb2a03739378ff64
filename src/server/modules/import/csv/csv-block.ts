import { foldText } from '@/domain/text/fold-text'
import type { TimeBlock } from '@/domain/timetables/timetable'
import { formatDateTime } from '@/domain/time/village-time'
import type { Cell } from './csv-columns'
import { readMoment, readTime } from './csv-dates'
import type { DateOrder, ReadMoment } from './csv-dates'

/** "21:30 - 23:00", "das 21h30 às 23h". */
const TO = / (?:-|–|as|às|até|to) /i
const YES = /^(?:true|yes|y|1|sim|s|x|verdadeiro)$/

interface RowBlock {
  block: TimeBlock
  isEndGuessed: boolean
}

/** When the event of a row is. */
export function blockOfRow(cell: Cell, order: DateOrder): RowBlock | 'start_missing' | 'time_unreadable' {
  if (cell('start_date') === '') return 'start_missing'
  const start = readMoment(cell('start_date'), order)
  const end = cell('end_date') === '' ? undefined : readMoment(cell('end_date'), order)
  const [from = '', until = ''] = cell('start_time').split(TO, 2)
  const endCell = cell('end_time') || until
  const startTime = from === '' ? start?.time : readTime(from)
  const endTime = endCell === '' ? end?.time : readTime(endCell)
  const isUnread =
    start === undefined ||
    (cell('end_date') !== '' && end === undefined) ||
    (from !== '' && startTime === undefined) ||
    (endCell !== '' && endTime === undefined)
  if (isUnread) return 'time_unreadable'
  const lastDay = end?.date ?? start.date
  const isAllDay = YES.test(foldText(cell('all_day')))
  const hasTimeCell = from !== '' || endCell !== ''
  if (isAllDay || startTime === undefined || (!hasTimeCell && isDayOnly(start) && isDayOnly(end))) {
    // Outlook writes the midnight after the last day; the midnight that a spreadsheet writes behind each day says nothing.
    const isMidnightAfter =
      (isAllDay || hasTimeCell) &&
      endTime?.toString() === '00:00:00' &&
      Temporal.PlainDate.compare(lastDay, start.date) > 0
    const last = isMidnightAfter ? lastDay.subtract({ days: 1 }) : lastDay
    return {
      block: { start_time: start.date.toString(), end_time: last.toString(), is_all_day: true },
      isEndGuessed: false,
    }
  }
  const startsAt = start.date.toPlainDateTime(startTime)
  // A person who has to fill in an end repeats the start.
  const isEndGuessed = endTime === undefined || (lastDay.equals(start.date) && endTime.equals(startTime))
  const to = isEndGuessed ? guessedEnd(startsAt, end?.date) : lastDay.toPlainDateTime(endTime)
  // An end before the start is after midnight, also where its day repeats that of the start.
  const isNextDay = lastDay.equals(start.date) && Temporal.PlainDateTime.compare(to, startsAt) < 0
  return {
    block: {
      start_time: formatDateTime(startsAt),
      end_time: formatDateTime(isNextDay ? to.add({ days: 1 }) : to),
      is_all_day: false,
    },
    isEndGuessed,
  }
}

function isDayOnly(moment: ReadMoment | undefined): boolean {
  return moment?.time === undefined || moment.time.toString() === '00:00:00'
}

/** An hour, or the end of the last day. */
function guessedEnd(
  from: Temporal.PlainDateTime,
  lastDay: Temporal.PlainDate | undefined,
): Temporal.PlainDateTime {
  return lastDay === undefined || lastDay.equals(from.toPlainDate())
    ? from.add({ hours: 1 })
    : lastDay.toPlainDateTime({ hour: 23, minute: 59 })
}
