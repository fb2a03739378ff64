import { knownFacts } from '@/domain/events/facts/event-facts'
import { splitLocationName } from '@/domain/places/location-name'
import type { Recurrence, TimeBlock } from '@/domain/timetables/timetable'
import { inRows } from './times/block-times'
import { emptyValues, oneLinkOfEachType } from './form-values'
import type { BlockValues, EventFormValues, RecurringValues } from './form-values'
import type { SubmissionPayload } from './to-submission'

/** The form for something already written: an entry of the outbox that is edited. The reverse of `toSubmission`. */
export function fromSubmission(payload: SubmissionPayload): EventFormValues {
  const empty = emptyValues()
  const { timetable } = payload
  return {
    email: payload.email,
    title: payload.title,
    description: payload.description,
    place: {
      name: payload.location_name,
      ...splitLocationName(payload.location_name),
      latitude: payload.latitude,
      longitude: payload.longitude,
    },
    tagKeys: [...payload.tag_keys],
    eventType: 'list' in timetable ? 'one-time' : 'recurring',
    blocks: 'list' in timetable ? inRows(timetable.list.map(fromTimeBlock)) : empty.blocks,
    recurring: 'list' in timetable ? empty.recurring : fromRecurrence(timetable.repeated, empty.recurring),
    links: oneLinkOfEachType(payload.info_links ?? []),
    ...fromPrice(payload),
    facts: knownFacts(payload),
  }
}

function fromPrice({ price, is_donation }: SubmissionPayload): Pick<EventFormValues, 'priceKind' | 'price'> {
  if (price === null || price === undefined) return { priceKind: 'unsaid', price: '' }
  if (price > 0) return { priceKind: 'amount', price: String(price) }
  return { priceKind: is_donation === true ? 'donation' : 'free', price: '' }
}

function fromTimeBlock(block: TimeBlock): BlockValues {
  const [startDate = '', startTime = ''] = block.start_time.split(' ')
  const [endDate = '', endTime = ''] = block.end_time.split(' ')
  const [usual] = emptyValues().blocks
  return {
    isAllDay: block.is_all_day,
    isDaily: false,
    startDate,
    startTime: startTime.slice(0, 5) || (usual?.startTime ?? ''),
    endDate,
    endTime: endTime.slice(0, 5) || (usual?.endTime ?? ''),
  }
}

function fromRecurrence(rule: Recurrence, usual: RecurringValues): RecurringValues {
  return {
    isAllDay: rule.is_all_day,
    periodStartDate: rule.period_start_date,
    periodEndDate: rule.period_end_date,
    days: [...rule.days],
    startTime: clock(rule.start_hour, rule.start_minute) ?? usual.startTime,
    endTime: clock(rule.end_hour, rule.end_minute) ?? usual.endTime,
  }
}

function clock(hour: number | undefined, minute: number | undefined): string | undefined {
  if (hour === undefined || minute === undefined) return undefined
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
