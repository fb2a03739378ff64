import { Fragment, memo } from 'react'
import type { PublicEvent } from '@/contract/events/events'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { Badge } from '@/client/design-system/badge'
import { MapPinIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { cardDate, dateText, dateBlockDay, untilOf } from '@/client/shared/time/event-dates'
import { splitLocationName } from '@/domain/places/place'
import { villageDay } from '@/domain/time/local-time'
import { SaveHeart } from '@/client/shared/saved/save-heart'
import { Photo, PhotoPreview } from '@/client/shared/photos/photo'
import { Skeleton } from '@/client/design-system/skeleton'
import { css } from 'styled-system/css'
import { eventCard } from 'styled-system/recipes'
import { EventLink, shortFacts } from './event-link'
import { StateLine } from './event-state'

const TAGS_SHOWN = { grid: 3, compact: 2 } as const

const SIZES = {
  grid: '(min-width: 70.5rem) 18rem, (min-width: 53.5rem) 31vw, (min-width: 35.5rem) 47vw, 92vw',
  compact: '5rem',
} as const

export interface EventCardProps {
  event: PublicEvent
  /** Epoch seconds; a long event under way is marked by it. */
  now: number
  /** The first of the days that are looked for, epoch seconds; default: now. The event's page opens on that day. */
  from?: number | undefined
  layout?: 'grid' | 'compact'
  headingLevel?: 2 | 3
  isInList?: boolean
  isFirst?: boolean
  distance?: string | undefined
  /** How wide the image is rendered where the card is not in the list, as in `<img sizes>`. */
  sizes?: string
  /** Nobody else sees the event yet: no link, no heart, and the photo of this device where there is one. */
  preview?: { photo: OutboxPhoto | undefined }
}

/** Rules 2.4. The title is the link; the whole card is its target. A long list renders only what has changed. */
export const EventCard = memo(function Card(props: EventCardProps) {
  const {
    event,
    now,
    from = now,
    layout = 'grid',
    headingLevel = 2,
    isFirst = false,
    sizes = SIZES[layout],
    preview,
  } = props
  const styles = eventCard({ layout })
  const Heading = `h${headingLevel}` as const
  const locale = getLocale()
  const until = untilOf(event, now)
  const day = dateBlockDay(event, from)
  const chosenDay = from > now ? villageDay(day) : undefined
  const facts = shortFacts(event)
  return (
    <article className={styles.root} data-part="card" data-event={event.id}>
      <div className={styles.media} data-part="picture">
        {preview?.photo ? (
          <PhotoPreview photo={preview.photo} alt="" className={styles.image} />
        ) : (
          <Photo event={event} alt="" isFirst={isFirst} className={styles.image} sizes={sizes} />
        )}
      </div>
      <div className={styles.body}>
        <p className={styles.date}>
          {until === undefined
            ? cardDate(event, locale)
                .split(/ (?=– )/)
                .map((part) => (
                  <Fragment key={part}>
                    <span className={unbroken}>{part}</span>{' '}
                  </Fragment>
                ))
            : m.events_until({ date: dateText(until, locale) })}
        </p>
        <StateLine event={event} isShort />
        <Heading className={styles.title}>
          {preview ? (
            <bdi>{event.title}</bdi>
          ) : (
            <EventLink event={event} day={chosenDay} isInList={props.isInList} />
          )}
        </Heading>
        <p className={styles.meta}>
          <MapPinIcon size="1rem" />
          <bdi>
            {layout === 'compact' ? splitLocationName(event.location_name).displayName : event.location_name}
          </bdi>
          {props.distance === undefined ? null : ` · ${props.distance}`}
        </p>
        {facts.length > 0 ? <p className={styles.meta}>{facts.join(' · ')}</p> : null}
        {layout === 'compact' ? null : (
          <p dir="auto" className={styles.description}>
            {event.description}
          </p>
        )}
        {event.tags.length > 0 ? (
          <ul className={styles.tags} aria-label={m.events_tags()}>
            {event.tags.slice(0, TAGS_SHOWN[layout]).map((tag) => (
              <li key={tag.key}>
                <Badge tone="sea">
                  <bdi>{tag.name}</bdi>
                </Badge>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {layout === 'compact' || preview ? null : (
        <SaveHeart event={event} day={chosenDay} className={styles.corner} />
      )}
    </article>
  )
})

const unbroken = css({ display: 'inline-block' })

export function EventCardSkeleton() {
  const styles = eventCard({ layout: 'grid' })
  return (
    <div className={styles.root}>
      <div className={styles.media}>
        <Skeleton height="100%" />
      </div>
      <div className={styles.body}>
        <Skeleton width="60%" />
        <Skeleton width="80%" height="1.4rem" />
        <Skeleton width="50%" />
        <Skeleton height="2.4rem" />
      </div>
    </div>
  )
}
