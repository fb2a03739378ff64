import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { PublicEvent } from '@/contract/events/events'
import type { posterSvg } from '@/domain/posters/poster'
import { villageWall } from '@/domain/time/local-time'
import { createListeners } from '@/offline/platform/listeners'

interface EventPosterProps {
  event: Pick<PublicEvent, 'title' | 'tags' | 'start_time' | 'is_all_day'>
  className?: string
}

/** Stands in for a photo that is missing, or unreachable offline. Decoration: the title is beside it as text. */
export function EventPoster({ event, className }: EventPosterProps) {
  const render = useSyncExternalStore(subscribe, posterRenderer, posterRenderer)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!image.current?.hasAttribute('src')) loadPosterRenderer().catch(() => undefined)
  }, [])
  const svg = render?.({
    title: event.title,
    tagKeys: event.tags.map(({ key }) => key),
    hour: event.is_all_day ? undefined : villageWall(event.start_time).hour,
  })
  return (
    <img
      ref={image}
      src={svg && `data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt=""
      width={800}
      height={500}
      className={className}
      decoding="async"
      // The server has rendered it with `src`, which hydration leaves as it is.
      suppressHydrationWarning
    />
  )
}

/** The renderer of posters, 4 KiB: a chunk, fetched when the first poster is shown that the server has not rendered. */
let renderer: typeof posterSvg | undefined
const { subscribe, notify } = createListeners()

export async function loadPosterRenderer(): Promise<void> {
  if (renderer) return
  renderer = (await import('@/domain/posters/poster')).posterSvg
  notify()
}

function posterRenderer(): typeof posterSvg | undefined {
  return renderer
}
