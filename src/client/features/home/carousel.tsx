import { EventCard } from '@/client/kit/event-card'
import { IconButton } from '@/client/ui/icon-button'
import { createIcon } from '@/client/ui/icon-frame'
import { ChevronLeftIcon, ChevronRightIcon } from '@/client/ui/icons'
import type { PublicEvent } from '@/contract/events'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { placeOf } from './carousel-state'
import type { CarouselState } from './carousel-state'
import { useCarousel } from './use-carousel'

const PauseIcon = /* @__PURE__ */ createIcon('M9 5.5v13M15 5.5v13')
const PlayIcon = /* @__PURE__ */ createIcon('M8 5.5l10.5 6.5L8 18.5z')

interface CarouselProps {
  events: readonly PublicEvent[]
  /** Epoch seconds. */
  now: number
}

/** One event at a time, the others beside it out of view (spec 2.3). Pausable, and still for who wants stillness. */
export function Carousel({ events, now }: CarouselProps) {
  const { state, send, handlers } = useCarousel(events.length)
  return (
    <section
      aria-roledescription={m.home_carousel_role()}
      aria-label={m.home_featured()}
      className={root}
      {...handlers}
    >
      {/* Told to readers only when it does not move by itself. */}
      <ul className={stage} aria-live={state.isPlaying ? 'off' : 'polite'}>
        {events.map((event, slide) => (
          <Slide key={event.id} event={event} now={now} slide={slide} state={state} />
        ))}
      </ul>
      {events.length > 1 ? <Controls state={state} send={send} /> : null}
    </section>
  )
}

interface SlideProps {
  event: PublicEvent
  now: number
  slide: number
  state: CarouselState
}

function Slide({ event, now, slide, state }: SlideProps) {
  const placeFromShown = placeOf(slide, state)
  const isNear = Math.abs(placeFromShown) <= 1
  return (
    <li
      aria-roledescription={m.home_slide_role()}
      aria-label={m.home_slide({ n: slide + 1, count: state.count })}
      className={slideBox}
      inert={placeFromShown !== 0}
      style={{
        transform: `translateX(${placeFromShown * 106}%)`,
        // Slides further away jump from one end to the other unseen. All are drawn, so that the tallest gives the height.
        visibility: isNear ? 'visible' : 'hidden',
      }}
    >
      <EventCard event={event} now={now} isFirst={slide === 0} isPictured={isNear} />
    </li>
  )
}

function Controls({ state, send }: { state: CarouselState; send: ReturnType<typeof useCarousel>['send'] }) {
  const { index, count, isPlaying } = state
  return (
    <div className={controls}>
      <IconButton
        label={isPlaying ? m.home_pause() : m.home_play()}
        icon={isPlaying ? <PauseIcon size={20} /> : <PlayIcon size={20} />}
        className={onSea}
        onClick={() => send({ type: 'play', isPlaying: !isPlaying })}
      />
      <div className={dots}>
        {Array.from({ length: count }, (_, slide) => (
          <button
            key={slide}
            type="button"
            aria-label={m.home_show_slide({ n: slide + 1 })}
            aria-current={slide === index}
            className={dot}
            onClick={() => send({ type: 'go', index: slide })}
          />
        ))}
      </div>
      <div className={arrows}>
        <IconButton
          label={m.home_previous()}
          icon={<ChevronLeftIcon />}
          className={onSea}
          onClick={() => send({ type: 'previous' })}
        />
        <IconButton
          label={m.home_next()}
          icon={<ChevronRightIcon />}
          className={onSea}
          onClick={() => send({ type: 'next' })}
        />
      </div>
    </div>
  )
}

const root = css({ display: 'grid', gap: '3', touchAction: 'pan-y', minWidth: '0' })

const stage = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  color: 'fg.default',
  overflow: 'clip',
  // Room for the ring around a focused card.
  overflowClipMargin: '[6px]',
})

const slideBox = css({
  gridArea: '[1 / 1]',
  display: 'grid',
  minWidth: '0',
  transition: '[transform 500ms cubic-bezier(0.6, 0, 0.3, 1), visibility 500ms]',
})

const controls = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2' })
const onSea = css({ _hover: { color: 'fg.default' } })
const arrows = css({ display: { base: 'none', md: 'flex' } })
// Between phones and laptops the card is narrow and the arrows are there.
const dots = css({
  display: { base: 'flex', md: 'none', lg: 'flex' },
  flexWrap: 'wrap',
  justifyContent: 'center',
})

const dot = css({
  display: 'grid',
  placeItems: 'center',
  width: 'targetSm',
  height: 'targetSm',
  borderRadius: 'full',
  _before: {
    content: '""',
    width: '2',
    height: '2',
    borderRadius: 'full',
    bg: 'fg.onSeaMuted',
    opacity: '0.6',
    transition: '[width 200ms, background-color 200ms]',
  },
  '&[aria-current=true]::before': { width: '5', bg: 'accent.onSea', opacity: '1' },
})
