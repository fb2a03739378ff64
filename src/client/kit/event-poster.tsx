import { useEffect, useSyncExternalStore } from 'react'
import type { PublicEvent } from '@/contract/events'
import { posterSvg } from '@/domain/poster'

type Draw = typeof posterSvg

/** The server draws at once; a browser fetches what draws (4 KiB) after its first paint. */
let draw: Draw | undefined = import.meta.env.SSR ? posterSvg : undefined
const listeners = new Set<() => void>()

interface EventPosterProps {
  event: Pick<PublicEvent, 'title' | 'tags'>
  className?: string
}

/** Stands in for a photo that is not there, or cannot be had without a network. Decoration: the words are beside it. */
export function EventPoster({ event, className }: EventPosterProps) {
  const drawPoster = useSyncExternalStore(subscribe, current, current)
  useEffect(fetchDrawing, [])
  const svg = drawPoster?.({ title: event.title, tagKeys: event.tags.map(({ key }) => key) })
  return (
    <img
      src={svg && `data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt=""
      width={800}
      height={500}
      className={className}
      decoding="async"
      // While the page is taken over, the server's drawing stays in it.
      suppressHydrationWarning
    />
  )
}

function fetchDrawing(): void {
  if (draw) return
  import('@/domain/poster')
    .then((poster) => {
      draw = poster.posterSvg
      return listeners.forEach((listener) => listener())
    })
    .catch(() => undefined)
}

function current(): Draw | undefined {
  return draw
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
