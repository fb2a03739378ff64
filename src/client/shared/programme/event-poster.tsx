import { useEffect, useId, useMemo, useRef, useSyncExternalStore } from 'react'
import type { PublicEvent } from '@/contract/events/events'
import { createListeners } from '@/offline/platform/listeners'

interface EventPosterProps {
  event: Pick<PublicEvent, 'title' | 'tags' | 'start_time' | 'is_all_day'>
  className?: string
}

/**
 * Stands in for a photo that is missing, or unreachable offline. Decoration: the title is beside it as text. It is part of the page, for
 * each `<img>` of an SVG is a document of its own to a browser, which a list of them holds up for tenths of a second.
 */
export function EventPoster({ event, className }: EventPosterProps) {
  const posters = useSyncExternalStore(subscribe, loadedPosters, loadedPosters)
  const frame = useRef<SVGSVGElement>(null)
  const id = useId()
  useEffect(() => {
    if (!frame.current?.hasChildNodes()) loadPosterRenderer().catch(() => undefined)
  }, [])
  const shapes = posters?.posterShapes(posters.posterSubject(event), id) ?? ''
  // React would write the same shapes again for another object; and none over those of the server.
  const content = useMemo(() => ({ __html: shapes }), [shapes])
  return (
    <svg
      ref={frame}
      viewBox="0 0 400 250"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className={className}
      // The shapes have nothing of the event's text in them.
      dangerouslySetInnerHTML={content}
      // The server has rendered the shapes, which hydration leaves as they are.
      suppressHydrationWarning
    />
  )
}

type Posters = typeof import('@/domain/posters/poster')

/** The renderer of posters, 4 KiB, is a chunk: it is fetched when the first poster is shown that the server has not rendered. */
let loaded: Posters | undefined
const { subscribe, notify } = createListeners()

export async function loadPosterRenderer(): Promise<void> {
  if (loaded) return
  loaded = await import('@/domain/posters/poster')
  notify()
}

function loadedPosters(): Posters | undefined {
  return loaded
}
