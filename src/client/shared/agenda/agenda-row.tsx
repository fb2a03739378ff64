import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { PublicEvent } from '@/contract/events/events'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { agendaTime } from './agenda-time'
import { RowHeart } from '@/client/shared/saved/save-heart'
import { dateBlockDay } from '@/client/shared/time/event-dates'
import { splitLocationName } from '@/domain/places/location-name'
import { villageDay } from '@/domain/time/local-time'
import { StateLine, StatedTitle } from '@/client/shared/programme/event-state'
import { Photo } from '@/client/shared/photos/photo'

// It is lazy: it reads IndexedDB, which the first paint does not wait for.

interface AgendaRowProps {
  event: PublicEvent
  /** Epoch seconds. */
  now: number
  /** The beginning of the days that are looked for, in epoch seconds; now without it. The event's page opens on that day. */
  from?: number | undefined
  headingLevel: 3 | 4
  /** How far away it is, as text. */
  distance?: string | undefined
  /** It stands in the list of events: what leads back from its page goes back to the list as it was left. */
  isInList?: boolean
  /** The row is in the first viewport of the page. */
  isFirst?: boolean
}

/** An event in one row: time, title, place, a small picture. The title is the link; the whole row is its target. */
export const AgendaRow = memo(Row, isSameRow)

/** With each minute only the rows change whose time reads otherwise. */
function isSameRow(before: AgendaRowProps, after: AgendaRowProps): boolean {
  const names = Object.keys({ ...before, ...after }) as (keyof AgendaRowProps)[]
  return names.every((name) =>
    name === 'now' ? timeText(before) === timeText(after) : before[name] === after[name],
  )
}

function timeText({ event, now, from }: AgendaRowProps): string {
  const { lead, note } = agendaTime(event, now, getLocale(), from)
  return `${lead} ${note}`
}

function Row({ event, now, from = 0, headingLevel, distance, isInList, isFirst = false }: AgendaRowProps) {
  const Heading = `h${headingLevel}` as const
  const { lead, note, state } = agendaTime(event, now, getLocale(), from)
  const day = from > now ? villageDay(dateBlockDay(event, from)) : undefined
  return (
    <article className={row} data-part="row" data-event={event.id}>
      <p className={cx(time, state && states[state])}>
        <span className={leading}>{lead}</span>
        {note === undefined ? null : (
          <>
            <VisuallyHidden>, </VisuallyHidden>
            <span className={noted}>{note}</span>
          </>
        )}
      </p>
      <div className={body}>
        <StateLine event={event} isShort />
        <Heading className={title}>
          <Link
            to="/events/$id"
            params={{ id: event.id }}
            search={day === undefined ? {} : { date: day }}
            state={isInList ? { cameFrom: 'list' } : {}}
          >
            <StatedTitle event={event} />
          </Link>
        </Heading>
        <p className={place}>
          {distance === undefined ? null : `${distance} · `}
          {splitLocationName(event.location_name).displayName}
        </p>
      </div>
      <div className={media}>
        <Photo event={event} alt="" isFirst={isFirst} className={picture} sizes="4rem" />
        <RowHeart event={event} day={day} />
      </div>
    </article>
  )
}

// With large text on a small phone its parts go below one another.
const row = css({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  alignItems: 'center',
  paddingBlock: '1.5',
  paddingInline: '3',
  breakInside: 'avoid',
  _hover: { bg: 'sea.subtle' },
})
// The column is as wide for every time, so that the titles stand in one line and nothing moves with the minutes.
const time = css({ flex: '[0 0 4.5rem]', lineHeight: 'snug', fontSize: 'sm', textWrap: 'balance' })
const leading = css({ display: 'block', fontWeight: 'bold' })
const noted = css({ display: 'block', fontSize: 'xs', color: 'fg.muted' })
const states = {
  now: css({ color: 'success.fg' }),
  soon: css({ '& > :last-child': { color: 'accent.fg', fontWeight: 'bold' } }),
  over: css({ color: 'fg.muted' }),
}
const body = css({ order: '[1]', flex: '[1 1 5rem]', minWidth: '0' })
const title = css({
  fontFamily: 'display',
  fontWeight: 'bold',
  lineHeight: 'snug',
  lineClamp: 2,
  '& a': {
    _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'md', zIndex: 'base' },
    _focusVisible: { outline: '[none]', boxShadow: '[none]' },
    '&:focus-visible::after': { outline: '[2px solid {colors.focus}]', outlineOffset: '[-2px]' },
  },
})
const place = css({ textStyle: 'small', color: 'fg.muted', truncate: true })
const media = css({ position: 'relative', flexShrink: '0', _print: { display: 'none' } })
const picture = css({ width: '16', height: '16', objectFit: 'cover', borderRadius: 'md' })
