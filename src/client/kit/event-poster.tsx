import { useEffect, useSyncExternalStore } from 'react'
import type { PublicEvent } from '@/contract/events'
import { fetchPosterDrawing, posterDrawing, subscribePosterDrawing } from './poster-drawing'

interface EventPosterProps {
  event: Pick<PublicEvent, 'title' | 'tags'>
  className?: string
}

/** Stands in for a photo that is not there, or cannot be had without a network. Decoration: the words are beside it. */
export function EventPoster({ event, className }: EventPosterProps) {
  const draw = useSyncExternalStore(subscribePosterDrawing, posterDrawing, posterDrawing)
  useEffect(() => {
    fetchPosterDrawing().catch(() => undefined)
  }, [])
  const svg = draw?.({ title: event.title, tagKeys: event.tags.map(({ key }) => key) })
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
