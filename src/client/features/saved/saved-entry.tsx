import { Badge } from '@/client/design-system/badge'
import { EventCard } from '@/client/shared/programme/event-card'
import { SaveHeart } from '@/client/shared/saved/save-heart'
import { cardDate } from '@/client/shared/time/event-dates'
import { villageMidnight } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import type { SavedEntry } from './saved-days'

interface EntryProps {
  entry: SavedEntry
  /** Epoch seconds. */
  now: number
}

/** A saved event: its card, and what is said of it among the others. */
export function Entry({ entry, now }: EntryProps) {
  const { event, day, hasLeft, overlapping } = entry
  if (hasLeft && event.end_time > now) return <LeftEvent entry={entry} />
  return (
    <>
      {overlapping.length > 0 ? (
        <p className={note}>
          <Badge tone="warning">{m.saved_overlaps({ titles: overlapping.join(', ') })}</Badge>
        </p>
      ) : null}
      <EventCard
        event={event}
        now={now}
        from={day === undefined ? undefined : Math.max(now, villageMidnight(day))}
        layout="compact"
        headingLevel={3}
      />
    </>
  )
}

/** An event that the programme has no longer: it has no link, and its dates are those of the day on which it was last seen. */
function LeftEvent({ entry: { event, day } }: { entry: SavedEntry }) {
  return (
    <article className={card({ pad: true })} data-event={event.id}>
      <div className={row}>
        <div className={texts}>
          <Badge tone="danger">{m.saved_left()}</Badge>
          <h3 className={title}>
            <s>{event.title}</s>
          </h3>
          <p>{cardDate(event, getLocale())}</p>
          <p>{event.location_name}</p>
          <p className={muted}>{m.saved_left_text()}</p>
        </div>
        <SaveHeart event={event} day={day} />
      </div>
    </article>
  )
}

const note = css({ marginBottom: '2' })
const row = css({ display: 'flex', alignItems: 'start', gap: '3' })
const texts = css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' })
const title = css({ textStyle: 'subheading' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
