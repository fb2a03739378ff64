import { useEffect, useRef, useState } from 'react'
import { useGoogleMaps } from '@/client/shared/maps/use-google-maps'
import { pageValue } from '@/client/shared/loading/page-value'
import { useInView } from '@/client/shared/loading/use-in-view'
import type { StoredPlace } from '@/domain/places/place'
import { Button } from '@/client/design-system/button'
import { MapIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

interface EventMapProps {
  place: StoredPlace
}

/** The embedded map of rules 2.6, in every state that it can be in; nothing at all without a key (rules 12). */
export function EventMap({ place }: EventMapProps) {
  const { state, allow } = useGoogleMaps()
  const [hasBegun, setBegun] = useState(false)
  const [attempt, setAttempt] = useState(1)
  if (state === 'on' && !hasBegun) setBegun(true)
  if (state === 'off') return null
  // A map that is there stays when the network goes.
  if (state === 'on' || (state === 'offline' && hasBegun))
    return (
      // Google fills its element itself: another place or attempt begins with a new one.
      <GoogleMap
        key={`${place.latitude} ${place.longitude} ${attempt}`}
        place={place}
        onRetry={() => setAttempt(attempt + 1)}
      />
    )
  return (
    <div className={frame}>
      {state === 'offline' ? (
        <p>{m.event_map_offline()}</p>
      ) : (
        <>
          <Button variant="secondary" onClick={allow}>
            <MapIcon size="1.25rem" />
            {m.event_map_show()}
          </Button>
          <p className={note}>{m.event_map_note()}</p>
        </>
      )}
    </div>
  )
}

declare global {
  interface Window {
    gm_authFailure?: () => void
  }
}

const refusal = pageValue(false)

function GoogleMap({ place, onRetry }: EventMapProps & { onRetry: () => void }) {
  const { latitude, longitude, location_name: title } = place
  const canvas = useRef<HTMLElement>(null)
  const [status, setStatus] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [isInView, setInView] = useState(false)
  const frameRef = useInView(!isInView, () => setInView(true))
  const isRefused = refusal.use()

  useEffect(() => {
    const element = canvas.current
    if (!isInView || element === null) return
    // Google refuses a key before or after it has rendered the map, and does so for good.
    window.gm_authFailure = () => refusal.set(true)
    const leaving = new AbortController()
    const { signal } = leaving
    import('@/client/shared/maps/google-maps')
      .then(({ showMap }) => showMap(element, { latitude, longitude, title, signal }))
      .then(
        () => signal.aborted || setStatus('shown'),
        () => signal.aborted || setStatus('failed'),
      )
    return () => leaving.abort()
  }, [isInView, latitude, longitude, title])

  const hasFailed = isRefused || status === 'failed'
  return (
    <div ref={frameRef} className={frame}>
      <section
        ref={canvas}
        aria-label={m.event_map_label({ place: title })}
        className={map}
        hidden={hasFailed}
      />
      {hasFailed ? (
        <div role="alert" className={failure}>
          <p>{isRefused ? m.event_map_refused() : m.event_map_failed()}</p>
          {isRefused ? null : (
            <Button variant="secondary" onClick={onRetry}>
              {m.app_try_again()}
            </Button>
          )}
        </div>
      ) : status === 'loading' ? (
        <p className={note}>{m.event_map_loading()}</p>
      ) : null}
    </div>
  )
}

const frame = css({
  position: 'relative',
  display: 'grid',
  gap: '2',
  placeContent: 'center',
  justifyItems: 'center',
  width: 'full',
  height: '[20rem]',
  marginBottom: '2',
  padding: '4',
  borderRadius: 'lg',
  border: 'hairline',
  bg: 'sea.subtle',
  textAlign: 'center',
  overflow: 'hidden',
})
const map = css({ position: 'absolute', inset: '0' })
const note = css({ textStyle: 'small', color: 'fg.muted', maxWidth: '[22rem]' })
const failure = css({ display: 'grid', gap: '3', justifyItems: 'center' })
