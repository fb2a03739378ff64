import { shortDayLine, timeLine } from '@/client/shared/time/event-dates'
import { StateLine } from '@/client/shared/programme/event-state'
import { Fold } from '@/client/design-system/fold'
import type { ProgrammeEvent } from '@/contract/events/events'
import type { Occurrence } from '@/domain/timetables/occurrence'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { DateLink } from './date-link'

/** Enough dates to choose from; the rest is folded away. */
const SHOWN = 4

type Dates = ReturnType<typeof otherDates>

interface OtherDatesProps {
  event: ProgrammeEvent
  dates: Dates
}

/** When an event happens besides what the page shows first; each day leads to the page that shows it first. */
export function OtherDates({ event, dates }: OtherDatesProps) {
  if (dates.length === 0) return null
  return (
    <section className={box}>
      <h2 className={title}>{m.event_other_dates()}</h2>
      {dates.length > SHOWN ? (
        <>
          <DateList event={event} dates={dates.slice(0, SHOWN)} />
          <Fold summary={m.event_more_dates({ n: dates.length - SHOWN })}>
            <DateList event={event} dates={dates.slice(SHOWN)} />
          </Fold>
        </>
      ) : (
        <DateList event={event} dates={dates} />
      )}
    </section>
  )
}

/**
 * The occurrences still to come, without the one that the page shows and the `told` ones, whose times it says already. `now` is
 * epoch seconds.
 */
export function otherDates(
  { schedules, start_time }: ProgrammeEvent,
  now: number,
  listed: readonly Occurrence[] = [],
) {
  const listedStarts = new Set([start_time, ...listed.map((one) => one.start_time)])
  return schedules.filter((one) => !listedStarts.has(one.start_time) && one.end_time > now)
}

function DateList({ event, dates }: OtherDatesProps) {
  const locale = getLocale()
  return (
    <ul className={list}>
      {dates.map((one) => (
        <li key={one.start_time} className={row}>
          <DateLink event={event} start={one.start_time}>
            {shortDayLine(one, locale)}
          </DateLink>
          <StateLine event={{ state: one.state }} />
          <span className={time}>{one.is_all_day ? m.event_all_day() : timeLine(one, locale)}</span>
        </li>
      ))}
    </ul>
  )
}

const box = css({ _print: { gridColumn: '[1 / -1]', gridRow: '3', columnCount: 3 } })
const title = css({ textStyle: 'subheading', marginBottom: '2', columnSpan: { _print: 'all' } })
const list = css({ display: 'grid', marginBottom: { base: '3', _print: '0' } })

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: { base: '4', _print: '2' },
  paddingBlock: { base: '2', _print: '0.5' },
  fontSize: { _print: 'sm' },
  borderBottom: 'hairline',
})

const time = css({ color: 'fg.muted' })
