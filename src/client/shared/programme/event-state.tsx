import { Badge } from '@/client/design-system/badge'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { isCalledOff, isOff, type Announcement, type EventState } from '@/domain/events/event-state'
import { isOnDay } from '@/domain/timetables/recurrence'
import * as m from '@/messages/compiled/messages.js'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { villageDay, dayAfter } from '@/domain/time/local-time'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'

export const STATE_LABELS: Record<EventState, () => string> = {
  on: m.events_state_on,
  cancelled: m.events_state_cancelled,
  postponed: m.events_state_postponed,
  moved: m.events_state_moved,
  sold_out: m.events_state_sold_out,
}

export function stateTone(state: EventState): 'success' | 'danger' | 'warning' {
  if (state === 'on') return 'success'
  return state === 'cancelled' ? 'danger' : 'warning'
}

const small = css({ textStyle: 'small' })
const short = css({ lineClamp: 2 })

type Stated = Partial<Announcement> & { title: string }

interface StateLineProps {
  event: Partial<Announcement>
  /** In a list, where the whole note is a press away. */
  isShort?: boolean
}

export function StateLine({ event: { state, note }, isShort = false }: StateLineProps) {
  if (state === undefined) return null
  return (
    <p className={cluster({ gap: '2' })}>
      <Badge tone={stateTone(state)}>{STATE_LABELS[state]()}</Badge>
      {note === undefined ? null : <bdi className={cx(small, isShort && short)}>{note}</bdi>}
    </p>
  )
}

/** The title of an event, struck where it does not take place; the word comes first for who hears it. */
export function StatedTitle({ event: { title, state } }: { event: Stated }) {
  if (state === undefined || !isCalledOff(state)) return <bdi>{title}</bdi>
  return (
    <>
      <VisuallyHidden>{`${STATE_LABELS[state]()}: `}</VisuallyHidden>
      <s>
        <bdi>{title}</bdi>
      </s>
    </>
  )
}

/** The title of an event as plain text: 'Cancelled: Fado'. */
export function statedTitle({ title, state }: Stated): string {
  return state === undefined || !isOff(state) ? title : `${STATE_LABELS[state]()}: ${title}`
}

const MAX_DAYS = 120

/** The village days to come on which an event has a date, the next first. `now` is epoch seconds. */
export function daysToCome({ schedules }: Pick<BackOfficeEvent, 'schedules'>, now: number): string[] {
  const today = villageDay(now)
  const days = new Set<string>()
  for (const schedule of schedules) {
    if (schedule.end_time <= now) continue
    const first = villageDay(schedule.start_time)
    for (let day = first; isOnDay(schedule, day) && days.size < MAX_DAYS; day = dayAfter(day, 1))
      if (day >= today || day === first) days.add(day)
  }
  return [...days].toSorted()
}

export function announcementOf(
  { states }: Pick<BackOfficeEvent, 'states'>,
  day: string | undefined,
): Announcement | undefined {
  const announced = day === undefined ? states?.whole : states?.days.find((one) => one.day === day)
  return announced && { state: announced.state, ...(announced.note && { note: announced.note }) }
}
