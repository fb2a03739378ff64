import { AgendaRows, AlsoOn, DayHeading } from '@/client/shared/agenda/agenda-rows'
import { DayTides } from '@/client/shared/tides/day-tides'
import { EventCard } from '@/client/shared/programme/event-card'
import { css, cx } from 'styled-system/css'
import type { PublicEvent } from '@/contract/events/events'
import type { DayGroup } from '@/client/shared/agenda/agenda-rows'
import type { ListView } from './filters/event-filters'

interface DaySectionProps {
  group: DayGroup
  view: ListView
  /** Village day `YYYY-MM-DD`. */
  today: string
  /** Epoch seconds. */
  now: number
  /** See `EventCard`. */
  from: number | undefined
  isEvening: boolean
  showsTides: boolean
  /** How far away it is, as text; without it nothing says so. */
  distanceOf?: ((event: PublicEvent) => string | undefined) | undefined
  /** How many of its cards or rows are in the first viewport. */
  firstCount: number
}

/** One day of the list. It never shares a row of the grid with a part of another day: it stands beside whole days, or alone. */
export function DaySection({
  group,
  view,
  firstCount,
  today,
  isEvening,
  showsTides,
  distanceOf,
  ...shown
}: DaySectionProps) {
  const { day, own, alsoOn } = group
  const isAgenda = view === 'agenda'
  return (
    <li
      className={cx(section, isAgenda ? agendaDay : cardDay)}
      // A day with a fold has a row of its own, or the days beside it would be as high as its open fold.
      data-columns={alsoOn.length > 0 ? MAX_COLUMNS : Math.min(own.length, MAX_COLUMNS)}
    >
      <DayHeading day={day} today={today} isEvening={isEvening} />
      {showsTides ? <DayTides day={day} isLink /> : null}
      {isAgenda && own.length > 0 ? (
        <AgendaRows events={own} headingLevel={3} isInList {...{ firstCount, distanceOf }} {...shown} />
      ) : null}
      {isAgenda || own.length === 0 ? null : (
        <ul className={cards}>
          {own.map((event, index) => (
            <li key={event.id} className={cell}>
              <EventCard
                event={event}
                distance={distanceOf?.(event)}
                isInList
                headingLevel={3}
                isFirst={index < firstCount}
                {...shown}
              />
            </li>
          ))}
        </ul>
      )}
      <AlsoOn
        events={alsoOn}
        headingLevel={3}
        isInList
        isOpen={own.length === 0}
        distanceOf={distanceOf}
        {...shown}
      />
    </li>
  )
}

const MAX_COLUMNS = 4
const COLUMNS = '[repeat(auto-fill, minmax(min(100%, 15.5rem), 1fr))]'

/** The days of the list: as many columns as there is room for, of cards up to four (rules 2.5). */
export const days = css({
  display: 'grid',
  gridTemplateColumns: COLUMNS,
  columnGap: '6',
  rowGap: { base: '3', md: '5' },
  containerType: 'inline-size',
  alignSelf: 'stretch',
})

const section = css({ display: 'flex', flexDirection: 'column', gap: '2', minWidth: '0' })
// The day has as many columns as cards, where they fit: two from 32.5rem on, three from 49.5rem.
const cardDay = css({
  '&[data-columns="2"]': { '@container (width >= 32.5rem)': { gridColumn: '[span 2]' } },
  '&[data-columns="3"]': {
    '@container (32.5rem <= width < 49.5rem)': { gridColumn: '[1 / -1]' },
    '@container (width >= 49.5rem)': { gridColumn: '[span 3]' },
  },
  '&[data-columns="4"]': { gridColumn: '[1 / -1]' },
})
// The day stands beside its rows where there is room.
const agendaDay = css({
  gridColumn: '[1 / -1]',
  '@container (width >= 49.5rem)': {
    display: 'grid',
    gridTemplateColumns: '[11rem minmax(0, 1fr)]',
    columnGap: '6',
    '& > :not(h2)': { gridColumn: '2' },
    '& > h2': { flexDirection: 'column', alignSelf: 'start', borderTop: 'none' },
  },
})
const cards = css({ display: 'grid', gridTemplateColumns: COLUMNS, gap: '6', flex: '1' })
// Cards out of view cost no layout; their height is remembered once they were seen.
const cell = css({
  display: 'flex',
  flexDirection: 'column',
  minWidth: '0',
  contentVisibility: 'auto',
  containIntrinsicHeight: '[auto 30rem]',
  breakInside: 'avoid',
  '& > article': { flex: '1' },
})
