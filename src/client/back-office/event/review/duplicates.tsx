import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cardDate } from '@/client/shared/time/event-dates'
import { EventPoster } from '@/client/shared/programme/event-poster'
import { Badge } from '@/client/design-system/badge'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { photoVariant } from '@/domain/events/photo'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { card, textLink } from 'styled-system/recipes'
import { eventQuery } from '@/client/back-office/layout/review/back-office-queries'
import { STATUS_LABELS, STATUS_TONES } from '@/client/back-office/layout/review/status-labels'

/** A reviewer would not compare more. */
const MAX_SHOWN = 5

/** This event and its likely duplicates side by side: title, day, place, photo. */
export function Duplicates({ event }: { event: BackOfficeEvent }) {
  const shown = event.duplicates.slice(0, MAX_SHOWN)
  const others = useQueries({ queries: shown.map((id) => eventQuery(id)) })
  const more = event.duplicates.length - shown.length
  return (
    <section className={frame}>
      <h2 className={title}>{m.admin_event_duplicates_title()}</h2>
      <p className={muted}>{m.admin_event_duplicates_text()}</p>
      <ul className={grid}>
        <Side event={event} isThisOne />
        {others.map(({ data }) => (data === undefined ? null : <Side key={data.id} event={data} />))}
      </ul>
      {more > 0 ? <p className={muted}>{m.admin_event_more_duplicates({ count: more })}</p> : null}
    </section>
  )
}

function Side({ event, isThisOne = false }: { event: BackOfficeEvent; isThisOne?: boolean }) {
  return (
    <li className={card({ pad: true })}>
      <div className={side}>
        {event.photo ? (
          <img src={photoVariant(event.photo, '400')} alt="" loading="lazy" className={image} />
        ) : (
          <EventPoster event={event} className={image} />
        )}
        {isThisOne ? (
          <p className={name}>{m.admin_event_this_one()}</p>
        ) : (
          <Badge tone={STATUS_TONES[event.status]}>{STATUS_LABELS[event.status]()}</Badge>
        )}
        {isThisOne ? (
          <p>{event.title}</p>
        ) : (
          <Link to="/backoffice/events/$id" params={{ id: event.id }} className={textLink()}>
            {event.title}
          </Link>
        )}
        <p className={muted}>{cardDate(event, getLocale())}</p>
        <p className={muted}>{event.location_name}</p>
      </div>
    </li>
  )
}

const frame = css({ display: 'grid', gap: '3', minWidth: '0' })
const title = css({ textStyle: 'subheading' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const grid = css({
  display: 'grid',
  gap: '3',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr))]',
})
const side = css({ display: 'grid', gap: '2', justifyItems: 'start', overflowWrap: 'anywhere' })
const image = css({
  width: 'full',
  aspectRatio: '[16 / 9]',
  borderRadius: 'md',
  objectFit: 'cover',
  bg: 'bg.sunken',
})
const name = css({ fontWeight: 'bold' })
