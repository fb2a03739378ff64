import { Link, useHydrated } from '@tanstack/react-router'
import { ChevronLeftIcon, ChevronRightIcon, ClockIcon, MapPinIcon, PauseIcon, PlayIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type TouchEvent } from 'react'
import { Badge } from '@/client/design-system/badge'
import { IconButton } from '@/client/design-system/button'
import { Photo } from '@/client/shared/photos/photo'
import { StateLine, StatedTitle } from '@/client/shared/programme/event-state'
import { cardDate, dateText, untilOf } from '@/client/shared/time/event-dates'
import type { PublicEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'

/** Rules 9. */
const ADVANCE_EVERY_MS = 10_000
const SWIPE_PX = 50
const TAGS_SHOWN = 3

interface CarouselProps {
  events: readonly PublicEvent[]
  now: number
}

/** One event at a time, the first after the last (rules 2.3). Without script the strip is scrolled. */
export function Carousel({ events, now }: CarouselProps) {
  const count = events.length
  const isHydrated = useHydrated()
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(true)
  const [isPaused, setPaused] = useState(false)
  const touchedAt = useRef<{ x: number; y: number }>(undefined)
  const slide = Math.min(at, count - 1)
  const isRunning = isPlaying && !isPaused && count > 1
  const go = (step: number) => setAt((before) => (Math.min(before, count - 1) + step + count) % count)
  useEffect(() => {
    // Autoplay waits for a press under prefers-reduced-motion (WCAG 2.2.2); the server cannot know it.
    // oxlint-disable-next-line react/set-state-in-effect -- it is known after hydration only
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(false)
  }, [])
  const advance = useEffectEvent(() => go(1))
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setTimeout(advance, ADVANCE_EVERY_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the 10 s begin again with each slide
  }, [slide, isRunning])
  const swipe = {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0]
      touchedAt.current = finger && { x: finger.clientX, y: finger.clientY }
      setPaused(true)
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0]
      const { x = 0, y = 0 } = touchedAt.current ?? {}
      const [across, down] = finger ? [finger.clientX - x, finger.clientY - y] : [0, 0]
      if (Math.abs(across) > Math.max(SWIPE_PX, Math.abs(down))) go(across < 0 ? 1 : -1)
      setPaused(false)
    },
    onTouchCancel: () => setPaused(false),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they pause it while somebody looks
    <section
      aria-roledescription={m.home_carousel_role()}
      aria-label={m.home_featured()}
      className={frame}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div className={view}>
        {/* Announced only while it does not move by itself. */}
        <ul
          className={slides}
          style={{ '--slide': slide } as CSSProperties}
          aria-live={isRunning ? 'off' : 'polite'}
          {...swipe}
        >
          {events.map((event, index) => (
            <li
              key={event.id}
              aria-roledescription={m.home_slide_role()}
              aria-label={m.home_slide({ n: index + 1, count })}
              inert={isHydrated && index !== slide}
              className={box}
            >
              <Slide event={event} now={now} />
            </li>
          ))}
        </ul>
      </div>
      {count > 1 ? (
        <div className={controls}>
          <IconButton
            label={isPlaying ? m.home_pause() : m.home_play()}
            icon={isPlaying ? <PauseIcon size="1.25rem" /> : <PlayIcon size="1.25rem" />}
            className={onSea}
            onClick={() => setPlaying(!isPlaying)}
          />
          <span aria-hidden="true">{m.home_slide({ n: slide + 1, count })}</span>
          <span className={arrows}>
            <IconButton
              label={m.home_previous()}
              icon={<ChevronLeftIcon />}
              className={onSea}
              onClick={() => go(-1)}
            />
            <IconButton
              label={m.home_next()}
              icon={<ChevronRightIcon />}
              className={onSea}
              onClick={() => go(1)}
            />
          </span>
        </div>
      ) : null}
    </section>
  )
}

function Slide({ event, now }: { event: PublicEvent; now: number }) {
  const locale = getLocale()
  const until = untilOf(event, now)
  return (
    <article className={card} data-part="slide">
      <div className={media}>
        {/* Lazy: it is fetched when its slide comes into view. */}
        <Photo
          event={event}
          alt=""
          className={picture}
          sizes="(min-width: 80rem) 42rem, (min-width: 64rem) 55vw, 92vw"
        />
      </div>
      <div className={text}>
        <StateLine event={event} isShort />
        <h3 className={title}>
          <Link to="/events/$id" params={{ id: event.id }}>
            <StatedTitle event={event} />
          </Link>
        </h3>
        <p className={fact}>
          <ClockIcon size="1rem" />
          {until === undefined ? cardDate(event, locale) : m.events_until({ date: dateText(until, locale) })}
        </p>
        <p className={fact}>
          <MapPinIcon size="1rem" />
          <bdi>{event.location_name}</bdi>
        </p>
        <p dir="auto" className={description}>
          {event.description}
        </p>
        <ul className={tags} aria-label={m.events_tags()}>
          {event.tags.slice(0, TAGS_SHOWN).map(({ key, name }) => (
            <li key={key}>
              <Badge tone="sea">
                <bdi>{name}</bdi>
              </Badge>
            </li>
          ))}
        </ul>
      </div>
    </article>
  )
}

const frame = css({ display: 'grid', gap: '2', gridTemplateColumns: '[minmax(0, 1fr)]' })
// The padding leaves room for the ring around a focused slide.
const view = css({
  overflow: 'hidden',
  padding: '1.5',
  margin: '[-0.375rem]',
  '@media (scripting: none)': { overflowX: 'auto' },
})
const slides = css({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '[100%]',
  gap: '3',
  touchAction: 'pan-y',
  transform: '[translateX(calc(-1 * var(--slide) * (100% + {spacing.3})))]',
  transition: '[transform 500ms]',
})
const box = css({
  display: 'grid',
  minWidth: '0',
  transition: '[visibility 500ms]',
  '&[inert]': { visibility: 'hidden' },
})
const card = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[minmax(0, 11fr) minmax(0, 9fr)]' },
  gridTemplateRows: { base: '[auto 1fr]', lg: '[1fr]' },
  minHeight: { lg: '[19rem]' },
  overflow: 'clip',
  borderRadius: 'lg',
  bg: 'bg.surface',
  color: 'fg.default',
})
const media = css({ aspectRatio: { base: '[2 / 1]', lg: 'auto' }, position: 'relative', bg: 'bg.sunken' })
const picture = css({ position: 'absolute', inset: '0', width: 'full', height: 'full', objectFit: 'cover' })
const text = css({ display: 'grid', alignContent: 'center', gap: '2', padding: { base: '4', lg: '8' } })
const title = css({
  textStyle: 'subheading',
  '& a': {
    _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'lg' },
    _hover: { textDecoration: 'underline', textDecorationThickness: '[2px]' },
    _focusVisible: { outline: '[none]', boxShadow: '[none]' },
    '&:focus-visible::after': { outline: '[3px solid {colors.focus}]', outlineOffset: '[-3px]' },
  },
})
const fact = css({
  display: 'flex',
  gap: '1.5',
  textStyle: 'small',
  color: 'fg.muted',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
})
const description = css({ lineClamp: 2 })
const tags = css({ display: 'flex', flexWrap: 'wrap', gap: '1.5' })
const controls = cluster({ color: 'fg.onSeaMuted' })
const arrows = css({ display: 'flex', marginLeft: '[auto]' })
const onSea = css({ color: 'fg.onSea', _hover: { color: 'fg.default' } })
