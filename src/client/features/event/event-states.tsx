import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StateLine, STATE_LABELS, stateTone } from '@/client/shared/programme/event-state'
import { ManageUnpublished } from '@/client/shared/session/manage-link'
import { weekdayAndDay, shortDayLine, timeLine } from '@/client/shared/time/event-dates'
import { noonOf } from '@/client/shared/time/village-days'
import { Banner } from '@/client/design-system/banner'
import type { ProgrammeEvent, OwnEvent } from '@/contract/events/events'
import { announcementOn, announced } from '@/domain/events/event-state'
import { consecutiveDays, isOfOneDay, isOnDay, occurrenceOfDay } from '@/domain/timetables/recurrence'
import type { Occurrence, ListedOccurrences } from '@/domain/timetables/recurrence'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { EventStatus } from '@/domain/events/event'
import { Fold } from '@/client/design-system/collapsible'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'

/** The first line of the page says what the team says of the date that it shows. */
export function StateBanner({ event: { state, note } }: { event: ProgrammeEvent }) {
  if (state === undefined) return null
  return (
    <Banner tone={stateTone(state)} title={STATE_LABELS[state]()} className={wide}>
      {note ? <p dir="auto">{note}</p> : null}
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
  const isWithinOneDay = days.length === 0 && isOfOneDay(event)
  if (states === undefined || stated.length === 0 || isWithinOneDay) return null
  return (
    <section>
      <h2 className={eventStatesTitle}>{m.event_day_states()}</h2>
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
const eventStatesTitle = css({ textStyle: 'subheading', marginBottom: '2' })

const TONES: Record<EventStatus, 'warning' | 'success' | 'danger'> = {
  ON_REVIEW: 'warning',
  PUBLISHED: 'success',
  REJECTED: 'danger',
}
const TITLES: Record<EventStatus, () => string> = {
  ON_REVIEW: () => m.event_status_on_review(),
  PUBLISHED: () => m.event_status_published(),
  REJECTED: () => m.event_status_rejected(),
}
const TEXTS: Record<EventStatus, () => string> = {
  ON_REVIEW: () => m.event_status_on_review_text(),
  PUBLISHED: () => m.event_status_published_text(),
  REJECTED: () => m.event_status_rejected_text(),
}

/** Whether it is published; only its submitter and administrators are told a status. */
export function isPublished({ status }: OwnEvent): boolean {
  return status === undefined || status === 'PUBLISHED'
}

/** How far the review of an event is, for its submitter, who may submit it again; nothing for other visitors. */
export function EventStatusBanner({ event }: { event: OwnEvent }) {
  const { status, review_reason: reason } = event
  // By the link of a mail the page is shown to who submitted it, as far as one can know.
  const { token } = useSearch({ strict: false })
  if (status === undefined) return null
  return (
    <Banner tone={TONES[status]} title={TITLES[status]()} className={wide}>
      <p>{TEXTS[status]()}</p>
      {status === 'REJECTED' && reason !== undefined ? (
        <p className={reasonText}>{m.event_status_reason({ reason })}</p>
      ) : null}
      <ManageUnpublished event={event} hasLink={token !== undefined} />
    </Banner>
  )
}

const reasonText = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', marginTop: '1' })

/**
 * `days` of the festival that the shown occurrence is a part of; empty for one day. A festival's page is about all of them: its event
 * has what is said of every one to come alike, else what is said of the event as a whole. What is said of one day is that
 * day's (`DayStates`). `now` is epoch seconds.
 */
export function withFestivalState<E extends ProgrammeEvent>(event: E, now: number) {
  const days = consecutiveDays(event, event.start_time)
  const toCome = days.filter(({ end_time }) => end_time > now)
  const [first] = toCome
  if (first === undefined) return { event, days }
  const isSame = (field: 'state' | 'note') => toCome.every((one) => one[field] === first[field])
  const { state, note } = isSame('state')
    ? { state: first.state, note: isSame('note') ? first.note : undefined }
    : announced(event.states?.whole)
  return { event: { ...event, state, note }, days }
}

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
      <h2 className={otherDatesTitle}>{m.event_other_dates()}</h2>
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
const otherDatesTitle = css({ textStyle: 'subheading', marginBottom: '2', columnSpan: { _print: 'all' } })
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

interface DateLinkProps {
  event: ListedOccurrences
  /** Epoch seconds. */
  start: number
  children: ReactNode
}

/**
 * Shows another date of the event in place of this one: the way back leads to the list still. The address names a day, so that a later
 * time of the same day is no link.
 */
export function DateLink({ event, start, children }: DateLinkProps) {
  const day = villageDay(start)
  if (occurrenceOfDay(event, day)?.start_time !== start) return <span>{children}</span>
  return (
    <Link
      from="/events/$id"
      to="."
      search={(before) => ({ ...before, date: day })}
      state={(before) => before}
      replace
      className={textLink()}
    >
      {children}
    </Link>
  )
}
