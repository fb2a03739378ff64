import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { CoastSketch } from '@/client/shared/maps/coast-sketch'
import { EventMap } from '@/client/shared/maps/event-map'
import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'
import { MapPinIcon, NavigationIcon } from 'lucide-react'
import { isLocated, mapUrl, splitLocationName, placeSlug, directionsUrl } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { foldText } from '@/domain/text/plain-text'
import { GAZETTEER } from '@/site/places'
import { isMobileIos } from '@/client/shared/pwa/mobile-platform'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'
import { placeLines } from './place-lines'
import { metresBetween } from './place-at-position'

/** Rules 2.6. A place of which only the name is known has no point on a map. `hasPage`: a link leads to everything that is on there. */
export function PlaceLocation({ place, hasPage = false }: { place: StoredPlace; hasPage?: boolean }) {
  const { latitude, longitude } = place
  const { name, lines } = placeLines(place)
  const near = nearestPlace(place)
  const slug = placeSlug(place.location_name)
  const coordinates = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const isKnown = isLocated(place)
  return (
    <section className={box}>
      <h2 className={title}>{m.event_location()}</h2>
      <div className={cx(card({ pad: true }), facts)}>
        <MapPinIcon size="1.5rem" />
        <div className={text}>
          <p className={placeName}>
            <bdi>{name}</bdi>
          </p>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {near === undefined ? null : (
            <p className={muted}>{m.event_place_near({ metres: near.metres, place: near.name })}</p>
          )}
          {isKnown ? <p className={onPaper}>{coordinates}</p> : null}
        </div>
        <div className={cx(cluster(), actions)}>
          <DirectionsLink place={place} />
          {isKnown ? (
            <>
              <a href={mapUrl(place)} className={button({ variant: 'ghost' })} target="_blank" rel="noopener">
                {m.event_view_on_map()}
              </a>
              <Clipboard text={coordinates} copiedLabel={m.event_coordinates_copied()}>
                {(copy) => (
                  <Button variant="ghost" onClick={copy}>
                    {m.event_coordinates_copy()}
                  </Button>
                )}
              </Clipboard>
            </>
          ) : null}
          {hasPage && slug !== '' ? (
            <Link to="/places/$slug" params={{ slug }} className={button({ variant: 'ghost' })}>
              {m.place_all_events()}
            </Link>
          ) : null}
        </div>
      </div>
      {isKnown ? (
        <div className={onScreen}>
          <CoastSketch place={{ latitude, longitude, name }} />
          <EventMap latitude={latitude} longitude={longitude} place={place.location_name} />
        </div>
      ) : null}
    </section>
  )
}

const onScreen = css({ display: { base: 'grid', _print: 'none' }, gap: '3' })
const onPaper = css({ display: { base: 'none', _print: 'block' } })
const box = css({ display: 'grid', gap: '3', minWidth: '0', overflowWrap: 'anywhere' })
const title = css({ textStyle: 'heading' })
const facts = css({
  display: 'grid',
  gridTemplateColumns: '[auto minmax(0, 1fr)]',
  columnGap: '3',
  rowGap: '4',
  '& > svg': { color: 'accent.fg' },
})
const text = css({ display: 'grid', gap: '0.5' })
const placeName = css({ textStyle: 'subheading' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const actions = css({ gridColumn: '[1 / -1]', _print: { display: 'none' } })

/** A place says nothing of where another is that is farther than some minutes on foot. */
const NEAR_METRES = 500
/** A place nearer than this is the same one, under another name. */
const SAME_METRES = 25
const STEP_METRES = 50

/** The known place that a located one is near to, and how far that is; undefined when there is none. */
export function nearestPlace(place: StoredPlace): { name: string; metres: number } | undefined {
  if (!isLocated(place)) return undefined
  const own = foldText(splitLocationName(place.location_name).displayName)
  const [nearest] = GAZETTEER.filter(({ name }) => foldText(name) !== own)
    .map((known) => ({ name: known.name, metres: metresBetween(place, known) }))
    .filter(({ metres }) => metres > SAME_METRES && metres <= NEAR_METRES)
    .toSorted((a, b) => a.metres - b.metres)
  return (
    nearest && { ...nearest, metres: Math.max(1, Math.round(nearest.metres / STEP_METRES)) * STEP_METRES }
  )
}

interface DirectionsLinkProps {
  place: StoredPlace
  className?: string
  isMain?: boolean
}

/** Opens the phone's maps: the way to a located place, a search for one of which only the name is known. */
export function DirectionsLink({ place, className, isMain = false }: DirectionsLinkProps) {
  const maps = useSyncExternalStore(neverChanges, mapsOfDevice, () => 'google' as const)
  return (
    <a
      href={directionsUrl(place, maps)}
      target="_blank"
      rel="noopener"
      className={cx(button({ variant: isMain ? 'primary' : 'secondary' }), className)}
    >
      <NavigationIcon size="1.25rem" />
      {isLocated(place) ? m.event_directions() : m.event_find_on_map()}
    </a>
  )
}

const neverChanges = () => () => undefined

function mapsOfDevice(): 'apple' | 'google' {
  return isMobileIos(navigator) ? 'apple' : 'google'
}
