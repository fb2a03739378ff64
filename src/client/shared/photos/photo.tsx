import { useCallback, useEffect, useId, useMemo, useState, type CSSProperties } from 'react'
import type { PublicEvent } from '@/contract/events/events'
import { photoVariant } from '@/domain/events/event'
import { watchSyncs } from '@/client/shared/offline/page-programme'
import { posterShapes, posterSubject } from '@/domain/posters/poster'
import type { OutboxPhoto } from '@/offline/outbox/entry'

interface PhotoProps {
  event: PublicEvent
  sizes: string
  /** '' where the title stands beside it as text. */
  alt: string
  isFirst?: boolean
  /** It is shown uncut, and as sharp as it is; else it is cut around its focus, in a size for cards. */
  isWhole?: boolean
  className?: string
  style?: CSSProperties
}

/** The sources, tried in this order; the thumbnails of all upcoming events are cached for offline use. */
const ATTEMPTS = ['photo', 'thumbnail'] as const

/** The photo in the size that fits, else its thumbnail, else the poster: a card is never empty (rules 2.4). */
export function Photo({ event, sizes, alt, isFirst = false, isWhole = false, className, style }: PhotoProps) {
  const { photo, thumbnail, photo_focus: focus } = event
  const [failed, setFailed] = useState<readonly string[]>([])
  const hasFailed = failed.length > 0
  useEffect(() => {
    if (!hasFailed) return undefined
    const tryAgain = () => setFailed([])
    window.addEventListener('online', tryAgain)
    // A network that was there and reached nobody comes back without that event.
    const unwatch = watchSyncs(tryAgain)
    return () => {
      window.removeEventListener('online', tryAgain)
      unwatch()
    }
  }, [hasFailed])
  const attempt = ATTEMPTS.find((one) => event[one] && !failed.includes(event[one]))
  if (attempt === undefined) return <EventPoster event={event} className={className} />
  const giveUp = () => setFailed((before) => [...before, event[attempt] ?? ''])
  return (
    <img
      key={attempt}
      // An image that failed before hydration has fired its error event already.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') giveUp()
      }}
      {...(attempt === 'photo' && photo
        ? sourcesOf(photo, sizes, isWhole, event.photo_width)
        : { src: thumbnail })}
      alt={alt}
      width={event.photo_width ?? 800}
      height={event.photo_height ?? 500}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      className={className}
      style={{
        backgroundColor: event.photo_color,
        // The poster in its place has no text that could be cut off: it fills the frame.
        ...(isWhole ? { objectFit: 'contain' } : { objectPosition: focus && `${focus.x}% ${focus.y}%` }),
        ...style,
      }}
      onError={giveUp}
    />
  )
}

function sourcesOf(
  photo: string,
  sizes: string,
  isWhole: boolean,
  fullWidth = 1600,
): { src: string; srcSet?: string; sizes?: string } {
  const small = photoVariant(photo, '400')
  // The photo is not at one of our own addresses: there are no other sizes of it.
  if (small === photo) return { src: photo }
  const large = photoVariant(photo, '800')
  return {
    src: large,
    srcSet: [
      `${small} ${Math.min(400, fullWidth)}w`,
      `${large} ${Math.min(800, fullWidth)}w`,
      // The full size has four times the bytes, for no more than a card shows.
      ...(isWhole ? [`${photoVariant(photo, 'full')} ${fullWidth}w`] : []),
    ]
      .filter((_, index) => index === 0 || fullWidth > 400 * index)
      .join(', '),
    sizes,
  }
}

export const MAX_ENLARGEMENT = 1.5

/** The size of the full picture, in pixels; that of a generated poster where there is no photo, or an old one of unknown size. */
export function photoSize(event: Pick<PublicEvent, 'photo_width' | 'photo_height'>) {
  const { photo_width: width, photo_height: height } = event
  return width && height ? { width, height } : { width: 1600, height: 1000 }
}

interface PhotoPreviewProps {
  photo: OutboxPhoto
  alt: string
  className: string | undefined
}

/** A photo that is on this device only, from its own bytes. */
export function PhotoPreview({ photo, alt, className }: PhotoPreviewProps) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return
      image.src = URL.createObjectURL(new Blob([photo.bytes], { type: photo.type }))
      return () => URL.revokeObjectURL(image.src)
    },
    // Every read of the outbox or of a draft makes new objects of the same photo; another one has another length or name.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [photo.bytes.byteLength, photo.name],
  )
  return <img ref={show} alt={alt} className={className} />
}

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
      dangerouslySetInnerHTML={content}
    />
  )
}
