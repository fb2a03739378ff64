import { StateLine, STATE_LABELS, stateTone } from '@/client/shared/programme/event-state'
import { weekdayAndDay } from '@/client/shared/time/event-dates'
import { noonOf } from '@/client/shared/time/village-days'
import { Banner } from '@/client/design-system/banner'
import type { ProgrammeEvent } from '@/contract/events/events'
import { announcementOn, isOnDay } from '@/domain/events/event-state'
import type { Occurrence } from '@/domain/timetables/occurrence'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'

/** The first line of the page says what the team says of the date that it shows. */
export function StateBanner({ event: { state, note } }: { event: ProgrammeEvent }) {
  if (state === undefined) return null
  return (
    <Banner tone={stateTone(state)} title={STATE_LABELS[state]()} className={wide}>
      {note ? <p>{note}</p> : null}
    </Banner>
  )
}

interface DayStatesProps {
  event: ProgrammeEvent
  /** The days of the festival; empty for an occurrence alone. */
  days: readonly Occurrence[]
  /** Epoch seconds. */
  now: number
}

/** Lists the states of the days to come of a festival, or of an occurrence that lasts for days. */
export function DayStates({ event, days, now }: DayStatesProps) {
  const { states } = event
  const today = villageDay(now)
  const shown = days.length > 0 ? days : [event]
  const stated =
    states?.days.filter(({ day }) => day >= today && shown.some((one) => isOnDay(one, day))) ?? []
  const isWithinOneDay = days.length === 0 && villageDay(event.start_time) === villageDay(event.end_time - 1)
  if (states === undefined || stated.length === 0 || isWithinOneDay) return null
  return (
    <section>
      <h2 className={title}>{m.event_day_states()}</h2>
      <ul>
        {stated.map(({ day }) => (
          <li key={day} className={cluster({ gap: '2' })}>
            {weekdayAndDay(noonOf(day), getLocale())}
            <StateLine event={announcementOn(states, day) ?? {}} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const wide = css({ width: 'full' })
const title = css({ textStyle: 'subheading', marginBottom: '2' })
