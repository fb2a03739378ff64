import ICAL from 'ical.js'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import { isMoment } from './ics-times'

/** What lasts longer is no event; the library counts it month by month, for each occurrence. */
const LENGTH_MAX_SECONDS = 10 * 366 * SECONDS_PER_DAY

/** Dates of an event that are written out, besides those of its rules. */
export interface WrittenDates {
  /** Each with its end where it has one of its own (RDATE;VALUE=PERIOD). */
  extra: { start: ICAL.Time; end: ICAL.Time | undefined }[]
  excepted: OccurrenceKeys
  /** Whether some could not be read, and are left out. */
  hasUnreadable: boolean
}

/** Occurrences by what names them: their instant, or a day, which stands for whatever begins on it. */
class OccurrenceKeys {
  readonly #keys: ReadonlySet<string>

  constructor(times: readonly ICAL.Time[], nameOf: (time: ICAL.Time) => string) {
    this.#keys = new Set(times.map(nameOf))
  }

  has(time: ICAL.Time): boolean {
    return this.#keys.has(keyOf(time)) || this.#keys.has(dayOf(time))
  }
}

/** The same instant, whatever zone it is written in; of a day its date. */
export function keyOf(time: ICAL.Time): string {
  return time.isDate ? dayOf(time) : String(time.toUnixTime())
}

/**
 * The names of the occurrences of a series: their instants, or of whole days their dates. Exchange writes such a date as a midnight in its
 * zone, others as the instant of one: the date is that of the midnight which is nearest in UTC.
 */
export function namesOf(start: ICAL.Time): (time: ICAL.Time) => string {
  if (!start.isDate) return keyOf
  return (time) => {
    if (time.isDate || time.zone !== ICAL.Timezone.utcTimezone) return dayOf(time)
    const noon = time.clone()
    noon.adjust(0, 12, 0, 0)
    return dayOf(noon)
  }
}

/** The date of a time in its own zone, `YYYY-MM-DD`. */
export function dayOf(time: ICAL.Time): string {
  return time.toString().slice(0, 'yyyy-mm-dd'.length)
}

/** How many dates are written out in an event, readable or not. */
export function countOfDates(component: ICAL.Component): number {
  return writtenValues(component, 'rdate').length + writtenValues(component, 'exdate').length
}

/** Whether an event may last so many seconds, forwards or by mistake backwards. */
export function isLength(seconds: number): boolean {
  return Math.abs(seconds) <= LENGTH_MAX_SECONDS
}

/** The extra and the excepted dates of an event. One that cannot be read costs no other. */
export function datesOf({ component, startDate }: ICAL.Event): WrittenDates {
  const extra = writtenValues(component, 'rdate').map(periodOf)
  const excepted = writtenValues(component, 'exdate').map(periodOf)
  return {
    extra: extra.filter((date) => date !== undefined),
    excepted: new OccurrenceKeys(
      excepted.flatMap((date) => date?.start ?? []),
      namesOf(startDate),
    ),
    hasUnreadable: [...extra, ...excepted].includes(undefined),
  }
}

interface WrittenValue {
  property: ICAL.Property
  /** The value as jCal has it (RFC 7265, 3.6): a text, or of a period its start and its end or length. */
  value: unknown
}

/** The values as they are written: the library reads all values of a property or none. */
function writtenValues(component: ICAL.Component, name: 'rdate' | 'exdate'): WrittenValue[] {
  return component.getAllProperties(name).flatMap((property) =>
    // Name, parameters and type come before the values (RFC 7265, 3.4).
    (property.toJSON() as unknown[]).slice(3).map((value) => ({ property, value })),
  )
}

function periodOf({ property, value }: WrittenValue): WrittenDates['extra'][number] | undefined {
  const [from, to] = Array.isArray(value) ? value.map(String) : [String(value)]
  const start = timeOf(from, property)
  if (start === undefined || to === undefined) return start && { start, end: undefined }
  if (!to.startsWith('P')) {
    const end = timeOf(to, property)
    return end && { start, end }
  }
  try {
    const duration = ICAL.Duration.fromString(to)
    if (!isLength(duration.toSeconds())) return undefined
    const end = start.clone()
    end.addDuration(duration)
    return { start, end }
  } catch {
    return undefined
  }
}

/** A date in the zone of its property. One without a time that does not say so (VALUE=DATE) ends in an empty time. */
function timeOf(text = '', property: ICAL.Property): ICAL.Time | undefined {
  const written = text.replace(/T::$/, '')
  return isMoment(written) ? ICAL.Time.fromString(written, property) : undefined
}
