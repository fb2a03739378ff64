import { useId, useMemo } from 'react'
import type { PublicEvent } from '@/contract/events/events'
import { posterShapes, posterSubject } from '@/domain/posters/poster'

interface EventPosterProps {
  event: Pick<PublicEvent, 'title' | 'tags' | 'start_time' | 'is_all_day'>
  className?: string
}

/** Decoration: the title is beside it. Inline, for each `<img>` of an SVG is a document of its own, which a list of them holds up. */
export function EventPoster({ event, className }: EventPosterProps) {
  const id = useId()
  const shapes = posterShapes(posterSubject(event), id)
  // React would write the same shapes again for another object.
  const content = useMemo(() => ({ __html: shapes }), [shapes])
  return (
    <svg
      viewBox="0 0 400 250"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className={className}
      // The shapes have nothing of the event's text in them.
      dangerouslySetInnerHTML={content}
    />
  )
}
