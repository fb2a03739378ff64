import { useEffect, useState } from 'react'
import { EventCard } from '@/client/shared/programme/event-card'
import type { PublicEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { CarouselControls } from './carousel-controls'
import type { CarouselApi } from './carousel-behaviour'
import { useCarousel } from './use-carousel'

interface CarouselProps {
  events: readonly PublicEvent[]
  /** Epoch seconds. */
  now: number
}

/**
 * One event at a time (rules 2.3). The slides stand in a strip that snaps, so a finger moves it also before there is any
 * script; Ark's behaviour is loaded at the first move.
 */
export function Carousel({ events, now }: CarouselProps) {
  const carousel = useCarousel(events.length)
  const { api, ids, page, isPlaying, behaviour } = carousel
  const count = events.length
  const reached = useReached(page)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they load what its buttons need
    <section
      {...api?.getRootProps()}
      id={ids.root}
      aria-roledescription={m.home_carousel_role()}
      aria-label={m.home_featured()}
      className={root}
      onPointerEnter={carousel.request}
      onFocus={carousel.request}
    >
      {/* Announced only while it does not move by itself. */}
      <ul
        {...carousel.groupProps}
        id={ids.itemGroup}
        className={strip}
        aria-live={isPlaying ? 'off' : 'polite'}
      >
        {events.map((event, slide) => (
          <li
            key={event.id}
            {...(api && itemProps(api, slide))}
            id={ids.item(slide)}
            data-part="item"
            data-index={slide}
            aria-roledescription={m.home_slide_role()}
            aria-label={m.home_slide({ n: slide + 1, count })}
            // A slide out of sight cannot be reached by keyboard either.
            inert={api !== undefined && slide !== page}
            className={slideBox}
          >
            <EventCard
              event={event}
              now={now}
              headingLevel={3}

              sizes="(min-width: 1024px) 23.5rem, (min-width: 768px) 18rem, (min-width: 34rem) 30rem, 84vw"
              isImageShown={slide <= reached + 1 || (api !== undefined && slide === count - 1)}
            />
          </li>
        ))}
      </ul>
      {count > 1 ? <CarouselControls carousel={carousel} count={count} /> : null}
      {behaviour ? <behaviour.Behaviour options={behaviour.options} onChange={behaviour.onChange} /> : null}
    </section>
  )
}

/** The furthest slide so far, when the move to it is over: Ark ends a move at once when something is added to a slide. */
function useReached(page: number): number {
  const [reached, setReached] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setReached((before) => Math.max(before, page)), MOVE_MS)
    return () => clearTimeout(timer)
  }, [page])
  return reached
}

/** No browser takes longer for one slide. */
const MOVE_MS = 1000

/**
 * The attributes leave out Ark's role, which would take the item out of its list, and its `aria-hidden`: `inert` says
 * it to everyone.
 */
function itemProps(api: CarouselApi, index: number) {
  const { role: _role, 'aria-hidden': _hidden, ...props } = api.getItemProps({ index })
  return props
}

const root = css({ display: 'grid', gap: '3', minWidth: '0' })

const strip = css({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '[100%]',
  gap: '3',
  minWidth: '0',
  color: 'fg.default',
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollSnapType: '[x mandatory]',
  scrollbarWidth: '[none]',
  // The padding leaves room for the ring around a focused card.
  padding: '1.5',
  margin: '[-0.375rem]',
  scrollPaddingInline: '1.5',
})

const slideBox = css({ display: 'grid', minWidth: '0', scrollSnapAlign: 'start' })
