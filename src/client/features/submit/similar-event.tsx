import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { cardDate } from '@/client/shared/time/event-dates'
import { likeNamedQuery } from '@/client/shared/similar/similar-queries'
import { Banner } from '@/client/design-system/banner'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { textLink } from 'styled-system/recipes'

const route = getRouteApi('/add-event')

/** Asks whether the event is in the programme already: like-named ones on its day, with and without a network. It refuses nothing. */
export function SimilarEvent({ title, day }: { title: string; day: string }) {
  const { programme } = route.useRouteContext()
  const events = useQuery(likeNamedQuery(programme, title, day)).data ?? []
  const isLike = events.length > 0
  return (
    <>
      <LiveRegion>{isLike ? m.form_similar_title() : null}</LiveRegion>
      {isLike ? (
        <Banner tone="info" title={m.form_similar_title()}>
          <p>{m.form_similar_text()}</p>
          <ul>
            {events.map((event) => (
              <li key={event.id}>
                <Link to="/events/$id" params={{ id: event.id }} target="_blank" className={textLink()}>
                  {event.title}
                </Link>{' '}
                {cardDate(event, getLocale())} · {event.location_name}
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
    </>
  )
}
