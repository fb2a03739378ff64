/** Peculiarities of an event as its file has it, the rarest first: where two readers differ, this is mostly why. */
const PECULIARITIES: [RegExp, string][] = [
  [/^RECURRENCE-ID[^:\n]*;RANGE=/m, 'changes all dates that follow (RANGE)'],
  [/^RDATE/m, 'has extra dates (RDATE)'],
  [/^EXDATE[^:\n]*;VALUE=DATE[;:]/m, 'excepts a whole day (EXDATE;VALUE=DATE)'],
  [/^EXDATE/m, 'has excepted dates (EXDATE)'],
  [/^RECURRENCE-ID/m, 'has changed dates (RECURRENCE-ID)'],
  [/^RRULE/m, 'is repeated (RRULE)'],
  [/^SEQUENCE[\s\S]*^SEQUENCE/m, 'is there in several editions (SEQUENCE)'],
  [/^DTSTART;[^:\n]*TZID=/m, 'has a zone of its own (TZID)'],
  [/^DTSTART[^:\n]*:\d{8}T\d{6}$/m, 'has no zone'],
]

/** The events of a calendar as they are written, by UID. */
export function writtenEvents(calendar: string) {
  const unfolded = calendar.replaceAll(/\r\n?/g, '\n').replaceAll(/\n[ \t]/g, '')
  const events = unfolded.split(/^BEGIN:VEVENT$/m).slice(1)
  const uids = events.map((event) => /^UID[^:\n]*:(.*)$/m.exec(event)?.[1]?.trim() ?? '')
  return {
    uids: new Set(uids),
    peculiarityOf: (uid: string): string => {
      const own = events.filter((_, index) => uids[index] === uid).join('')
      return PECULIARITIES.find(([pattern]) => pattern.test(own))?.[1] ?? 'other'
    },
  }
}
