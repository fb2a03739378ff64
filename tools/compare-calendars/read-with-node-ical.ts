import { readFileSync } from 'node:fs'
import { expandRecurringEvent, sync } from 'node-ical'
import { decodeText } from '@/server/import/decode-text'
import type { Occurrences } from '../compare-calendars'

const DAY_MS = 86_400_000

/** The occurrences of each UID from some days on, as node-ical reads them, or its error. Its dates are of this process's zone. */
export function readWithNodeIcal(
  path: string,
  points: readonly string[],
  days: number,
): Record<string, Occurrences> | string {
  try {
    const events = Object.values(sync.parseICS(decodeText(readFileSync(path)))).filter(
      (part) => part?.type === 'VEVENT',
    )
    return Object.fromEntries(
      points.map((point) => {
        const from = new Date(`${point}T00:00`)
        const to = new Date(from.getTime() + days * DAY_MS - 1)
        const found: Occurrences = {}
        for (const event of events) {
          const instances = expandRecurringEvent(event, { from, to, expandOngoing: true }).filter(
            (instance) => instance.event.status !== 'CANCELLED',
          )
          for (const { start, end, isFullDay } of instances)
            (found[event.uid] ??= []).push([localText(start, isFullDay), localText(end, isFullDay)])
        }
        return [point, found]
      }),
    )
  } catch (error) {
    return String(error)
  }
}

function localText(time: Date, isDay: boolean): string {
  const wall = Temporal.Instant.fromEpochMilliseconds(time.getTime())
    .toZonedDateTimeISO(Temporal.Now.timeZoneId())
    .toPlainDateTime()
  return isDay ? wall.toPlainDate().toString() : wall.toString({ smallestUnit: 'minute' })
}
