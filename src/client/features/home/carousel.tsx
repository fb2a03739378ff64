import { useHydrated } from '@tanstack/react-router'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon, type LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type TouchEvent } from 'react'
import { IconButton } from '@/client/design-system/button'
import { EventCard } from '@/client/shared/programme/event-card'
import type { PublicEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster, column } from 'styled-system/patterns'

/** Rules 9. */
const ADVANCE_EVERY_MS = 10_000
const SWIPE_PX = 50

/** One event at a time, the first after the last (rules 2.3). Without script the strip is scrolled. */
export function Carousel({ events, now }: { events: readonly PublicEvent[]; now: number }) {
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
      className={column({ gap: '2' })}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div className={view} {...swipe}>
        {/* Announced only while it does not move by itself. */}
        <ul
          className={slides}
          style={{ '--slide': slide } as CSSProperties}
          aria-live={isRunning ? 'off' : 'polite'}
        >
          {events.map((event, index) => (
            <li
              key={event.id}
              aria-roledescription={m.home_slide_role()}
              aria-label={m.home_slide({ n: index + 1, count })}
              inert={isHydrated && index !== slide}
              className={box}
            >
              <EventCard
                event={event}
                now={now}
                headingLevel={3}
                sizes="(min-width: 80rem) 42rem, (min-width: 64rem) 55vw, 92vw"
              />
            </li>
          ))}
        </ul>
      </div>
      {count > 1 ? (
        <div className={cluster({ color: 'fg.onSeaMuted' })}>
          <Control
            label={isPlaying ? m.home_pause() : m.home_play()}
            Icon={isPlaying ? PauseIcon : PlayIcon}
            onClick={() => setPlaying(!isPlaying)}
          />
          <span aria-hidden="true">{m.home_slide({ n: slide + 1, count })}</span>
          <span className={arrows}>
            <Control label={m.home_previous()} Icon={ChevronLeftIcon} onClick={() => go(-1)} />
            <Control label={m.home_next()} Icon={ChevronRightIcon} onClick={() => go(1)} />
          </span>
        </div>
      ) : null}
    </section>
  )
}

function Control({ Icon, ...button }: { label: string; Icon: LucideIcon; onClick: () => void }) {
  return <IconButton icon={<Icon />} className={onSea} {...button} />
}

// The padding leaves room for the ring around a focused slide.
const view = css({
  overflow: 'hidden',
  touchAction: 'pan-y',
  padding: '1.5',
  margin: '[-0.375rem]',
  '@media (scripting: none)': { overflowX: 'auto' },
})
const slides = css({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '[100%]',
  gap: '3',
  transform: '[translateX(calc(-1 * var(--slide) * (100% + {spacing.3})))]',
  transition: '[transform 500ms]',
})
// Where there is room the picture stands beside the words.
const box = css({
  display: 'grid',
  minWidth: '0',
  color: 'fg.default',
  transition: '[visibility 500ms]',
  '&[inert]': { visibility: 'hidden' },
  lg: {
    '& > article': {
      display: 'grid',
      gridTemplateColumns: '[minmax(0, 11fr) minmax(0, 9fr)]',
      minHeight: '[19rem]',
      '& > [data-part=picture]': {
        aspectRatio: 'auto',
        borderRadius: '[calc({radii.lg} - 1px) 0 0 calc({radii.lg} - 1px)]',
      },
      '& > :nth-child(2)': { justifyContent: 'center', gap: '2', padding: '8' },
    },
  },
})
const arrows = css({ display: 'flex', marginLeft: '[auto]' })
const onSea = css({ color: 'fg.onSea', _hover: { color: 'fg.default' } })
