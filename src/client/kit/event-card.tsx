import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { PublicEvent } from '@/contract/events'
import { Badge } from '@/client/ui/badge'
import { DateBlock } from '@/client/ui/date-block'
import { ClockIcon, PinIcon } from '@/client/ui/icons'
import { LONG_EVENT_SECONDS } from '@/domain/event'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { eventCard } from 'styled-system/recipes'
import { cardDate, dateText, leafOf, untilOf } from './event-dates'
import { Photo } from './photo'

/** Tags on a card (spec 2.4). */
const TAGS_SHOWN = { grid: 3, compact: 2 } as const

/** How wide the image is rendered: in the list's four, three, two columns or one. */
const SIZES = {
  grid: '(min-width: 70.5rem) 18rem, (min-width: 53.5rem) 31vw, (min-width: 35.5rem) 47vw, 92vw',
  compact: '5rem',
} as const

interface EventCardProps {
  event: PublicEvent
  /** Epoch seconds; a long event under way is marked by it. */
  now: number
  layout?: 'grid' | 'compact'
  headingLevel?: 2 | 3
  /** In the first viewport of the page. */
  isFirst?: boolean
  /** False: the image is not rendered until it is near the viewport. */
  isImageShown?: boolean
  /** How wide the image is rendered where the card is not in the list, as in `<img sizes>`. */
  sizes?: string
}

/** Spec 2.4. The title is the link; the whole card is its target. A long list renders only what has changed. */
export const EventCard = memo(Card, isSameCard)

function isSameCard(before: EventCardProps, after: EventCardProps): boolean {
  const { event } = after
  const isLong = event.end_time - event.start_time > LONG_EVENT_SECONDS
  return (
    event === before.event &&
    after.layout === before.layout &&
    after.headingLevel === before.headingLevel &&
    after.isFirst === before.isFirst &&
    after.isImageShown === before.isImageShown &&
    // Only a long event under way says what day it is.
    (!isLong || after.now === before.now)
  )
}

function Card(props: EventCardProps) {
  const { event, now, layout = 'grid', headingLevel = 2, isFirst = false, isImageShown = true } = props
  const { sizes = SIZES[layout] } = props
  const styles = eventCard({ layout })
  const Heading = `h${headingLevel}` as const
  const locale = getLocale()
  const until = untilOf(event, now)
  // A long event under way is of today: that is where it stands in the list.
  const leaf = leafOf(until === undefined ? event.start_time : now, locale)
  const date = <DateBlock {...leaf} className={styles.date} />
  return (
    <article className={styles.root} data-part="card" data-event={event.id}>
      <div className={styles.media}>
        {isImageShown ? (
          <Photo event={event} alt="" isFirst={isFirst} className={styles.image} sizes={sizes} />
        ) : null}
      </div>
      {layout === 'compact' ? date : null}
      <div className={styles.body}>
        {layout === 'compact' ? null : date}
        <Heading className={styles.title}>
          <Link to="/events/$id" params={{ id: event.id }}>
            {event.title}
          </Link>
        </Heading>
        <p className={styles.meta}>
          <ClockIcon size={16} />
          {until === undefined ? cardDate(event, locale) : m.events_until({ date: dateText(until, locale) })}
        </p>
        <p className={styles.meta}>
          <PinIcon size={16} />
          {event.location_name}
        </p>
        <p className={styles.description}>{event.description}</p>
        <Tags event={event} count={TAGS_SHOWN[layout]} className={styles.tags} />
      </div>
    </article>
  )
}

function Tags({
  event,
  count,
  className,
}: {
  event: PublicEvent
  count: number
  className: string | undefined
}) {
  if (event.tags.length === 0) return null
  return (
    <ul className={className} aria-label={m.events_tags()}>
      {event.tags.slice(0, count).map((tag) => (
        <li key={tag.key}>
          <Badge tone="sea">{tag.name}</Badge>
        </li>
      ))}
    </ul>
  )
}
