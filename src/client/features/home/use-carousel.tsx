import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import type { FocusEvent, TouchEvent } from 'react'
import { IconButton } from '@/client/design-system/button'
import { PauseIcon, PlayIcon, ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import type { CarouselApi, CarouselBehaviour } from './carousel-behaviour'

/** The carousel moves on by itself after this time (rules 9). */
const ADVANCE_EVERY_MS = 10_000

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Ark's carousel, loaded lazily, and its autoplay. A button pressed before it is loaded takes effect on load. */
export function useCarousel(count: number) {
  const id = useId()
  const [api, setApi] = useState<CarouselApi>()
  const [Behaviour, setBehaviour] = useState<typeof CarouselBehaviour>()
  // Where it cannot be loaded the strip is still moved by hand, and the next press tries again.
  const request = () =>
    void import('./carousel-behaviour').then(
      (loaded) => setBehaviour(() => loaded.CarouselBehaviour),
      () => undefined,
    )
  const [isPlaying, setPlaying] = useState(true)
  const [isPaused, setPaused] = useState(false)
  const pendingAction = useRef<(api: CarouselApi) => void>(undefined)
  const touch = useRef<{ x: number; y: number; page: number }>(undefined)
  const page = api?.page ?? 0
  const isRunning = isPlaying && !isPaused && count > 1

  const ids = useMemo(
    () => ({
      root: `${id}root`,
      itemGroup: `${id}slides`,
      item: (index: number) => `${id}slide${index}`,
      indicator: (index: number) => `${id}dot${index}`,
    }),
    [id],
  )
  const options = useMemo(
    () => ({
      ids,
      slideCount: count,
      loop: true,
      spacing: '12px',
      autoplay: isRunning ? { delay: ADVANCE_EVERY_MS } : false,
    }),
    [ids, count, isRunning],
  )

  // Autoplay waits for a press under prefers-reduced-motion (WCAG 2.2.2).
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the server cannot know it
    if (isMotionReduced()) setPlaying(false)
  }, [])
  // Ark stops for good when somebody moves it or the page is hidden; here the 10 s begin again.
  const resume = useEffectEvent(() => {
    if (api && isRunning && !api.isPlaying && document.visibilityState === 'visible') api.play()
  })
  useEffect(() => {
    resume()
    document.addEventListener('visibilitychange', resume)
    return () => document.removeEventListener('visibilitychange', resume)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the 10 s begin again with each page
  }, [page, isRunning])

  const onLoad = useEffectEvent(() => {
    if (api) pendingAction.current?.(api)
    pendingAction.current = undefined
  })
  // Before that it does not know where its slides are.
  const isLoaded = api !== undefined && api.pageSnapPoints.length > 0
  useEffect(() => {
    if (!isLoaded) return
    // Ark takes the place that the strip is at for the page that is shown, in the frame after it has measured.
    const frame = requestAnimationFrame(() => requestAnimationFrame(onLoad))
    return () => cancelAnimationFrame(frame)
  }, [isLoaded])

  const act = (action: (api: CarouselApi) => void) => {
    if (api && isLoaded) return action(api)
    pendingAction.current = action
    request()
  }
  const go = (to: number) => act((carousel) => carousel.scrollTo((to + count) % count, isMotionReduced()))

  // Loaded only when somebody, or autoplay, moves it: the main thread stays free in the page's first seconds.
  const advance = useEffectEvent(() => go(page + 1))
  const isWaiting = isRunning && !isLoaded
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(advance, ADVANCE_EVERY_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])

  const group = api?.getItemGroupProps()
  // Ark follows native scrolling, which has neither the 50 px threshold nor a loop: a swipe is passed to it as a page.
  const { onTouchStart: _, ...groupProps } = group ?? {}
  const pause = () => setPaused(true)
  const pauseHandlers = {
    onMouseEnter: pause,
    onMouseLeave: () => setPaused(false),
    onFocus: (event: FocusEvent<HTMLElement>) => {
      pause()
      // Ark handles focus only while it is not autoplaying.
      api?.pause()
      group?.onFocus?.(event)
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      setPaused(false)
      group?.onBlur?.(event)
    },
    onTouchStart: (event: TouchEvent<HTMLElement>) => {
      const finger = event.touches[0]
      touch.current = finger && { x: finger.clientX, y: finger.clientY, page }
      pause()
    },
    // The system took the gesture for its own.
    onTouchCancel: () => setPaused(false),
    onTouchEnd: ({ changedTouches }: TouchEvent<HTMLElement>) => {
      const finger = changedTouches[0]
      const start = touch.current
      setPaused(false)
      if (!finger || !start) return
      const step = swipeStep(finger.clientX - start.x, finger.clientY - start.y)
      if (step !== 0) go(start.page + step)
    },
  }
  return {
    /** A person who points at it, or reaches it by keyboard, is about to move it. */
    request,
    api,
    ids,
    page,
    isPlaying,
    setPlaying,
    go,
    behaviour: Behaviour && { Behaviour, options, onChange: setApi },
    groupProps: {
      ...groupProps,
      ...pauseHandlers,
      style: { ...groupProps.style, touchAction: isLoaded ? 'pan-y' : undefined },
    },
  }
}

export type Carousel = ReturnType<typeof useCarousel>

/** Horizontal travel in pixels that counts as a swipe (rules 9). */
const SWIPE_PX = 50

/** The step of a touch that travelled so far: -1 to the previous event, 1 to the next one, 0 none. */
export function swipeStep(travelX: number, travelY: number): -1 | 0 | 1 {
  if (Math.abs(travelX) <= SWIPE_PX || Math.abs(travelY) > Math.abs(travelX)) return 0
  return travelX < 0 ? 1 : -1
}

/** One dot for each event, and below them pause and arrows: alike at every width. */
export function CarouselControls({ carousel, count }: { carousel: Carousel; count: number }) {
  const { api, ids, page, isPlaying, setPlaying, go } = carousel
  return (
    <div className={controls}>
      <IconButton
        label={isPlaying ? m.home_pause() : m.home_play()}
        icon={isPlaying ? <PauseIcon size="1.25rem" /> : <PlayIcon size="1.25rem" />}
        className={onSea}
        onClick={() => setPlaying(!isPlaying)}
      />
      <div {...api?.getIndicatorGroupProps()} className={dots}>
        {Array.from({ length: count }, (_, slide) => (
          <button
            key={slide}
            {...api?.getIndicatorProps({ index: slide })}
            id={ids.indicator(slide)}
            type="button"
            aria-label={m.home_show_slide({ n: slide + 1 })}
            aria-current={slide === page}
            className={dot}
            onClick={() => go(slide)}
          />
        ))}
      </div>
      <div className={arrows}>
        <IconButton
          label={m.home_previous()}
          icon={<ChevronLeftIcon />}
          className={onSea}
          onClick={() => go(page - 1)}
        />
        <IconButton
          label={m.home_next()}
          icon={<ChevronRightIcon />}
          className={onSea}
          onClick={() => go(page + 1)}
        />
      </div>
    </div>
  )
}

const controls = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
})
const onSea = css({ _hover: { color: 'fg.default' } })
const arrows = css({ display: 'flex' })
const dots = css({
  order: '[-1]',
  flexBasis: '[100%]',
  display: 'flex',
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
  },
  '&[aria-current=true]::before': { width: '5', bg: 'accent.onSea', opacity: '1' },
})
