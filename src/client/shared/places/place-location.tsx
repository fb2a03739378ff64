import { Link, useHydrated } from '@tanstack/react-router'
import { CoastSketch } from '@/client/shared/maps/coast-sketch'
import { EventMap } from '@/client/shared/maps/event-map'
import { NavigationIcon } from 'lucide-react'
import {
  isLocated,
  mapUrl,
  splitLocationName,
  placeSlug,
  directionsUrl,
  type StoredPlace,
} from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { foldText } from '@/domain/text/plain-text'
import { GAZETTEER } from '@/site/places'
import { isMobileIos } from '@/client/shared/pwa/mobile-platform'
import { headingText, smallText, subheadingText } from '@/client/design-system/text'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, textLink } from 'styled-system/recipes'
import { placeLines } from './place-lines'
import { metresBetween, nearestOf } from './place-at-position'

interface PlaceLocationProps {
  place: StoredPlace
  /** A link leads to everything that is on there. */
  hasPage?: boolean
}

/** Where it is, and the one way there (rules 2.6). A place of which only the name is known has no point on a map. */
export function PlaceLocation({ place, hasPage = false }: PlaceLocationProps) {
  const { latitude, longitude } = place
  const { name, lines } = placeLines(place)
  const near = nearestPlace(place)
  const slug = placeSlug(place.location_name)
  const isKnown = isLocated(place)
  // A phone opens its own maps.
  const maps = useHydrated() && isMobileIos(navigator) ? 'apple' : 'google'
  return (
    <section className={box}>
      <h2 className={headingText}>{m.event_location()}</h2>
      <div>
        <p className={subheadingText}>
          <bdi>{name}</bdi>
        </p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {near === undefined ? null : (
          <p className={smallText}>{m.event_place_near({ metres: near.metres, place: near.name })}</p>
        )}
        {isKnown ? (
          <p className={onPaper}>
            {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </p>
        ) : null}
      </div>
      <a
        href={directionsUrl(place, maps)}
        target="_blank"
        rel="noopener"
        className={cx(button({ variant: 'secondary' }), directions)}
      >
        <NavigationIcon size="1.25rem" />
        {isKnown ? m.event_directions() : m.event_find_on_map()}
      </a>
      {isKnown ? (
        <div className={cx(map, onScreen)}>
          <CoastSketch place={{ latitude, longitude, name }} />
          <EventMap place={place} />
        </div>
      ) : null}
      <div className={cx(cluster({ gap: '4' }), onScreen)}>
        {isKnown ? (
          <a href={mapUrl(place)} className={textLink()} target="_blank" rel="noopener">
            {m.event_view_on_map()}
          </a>
        ) : null}
        {hasPage && slug !== '' ? (
          <Link to="/places/$slug" params={{ slug }} className={textLink()}>
            {m.place_all_events()}
          </Link>
        ) : null}
      </div>
    </section>
  )
}

const onScreen = css({ _print: { display: 'none' } })
const onPaper = css({ display: { base: 'none', _print: 'block' } })
const box = css({
  display: 'grid',
  gap: '3',
  minWidth: '0',
  overflowWrap: 'anywhere',
})
const directions = css({ width: 'fit' })
const map = css({ display: 'grid', gap: '3' })

/** A place says nothing of where another is that is farther than some minutes on foot. */
const NEAR_METRES = 500
/** A place nearer than this is the same one, under another name. */
const SAME_METRES = 25
const STEP_METRES = 50

/** The known place that a located one is near to, and how far that is; undefined when there is none. */
export function nearestPlace(place: StoredPlace): { name: string; metres: number } | undefined {
  if (!isLocated(place)) return undefined
  const own = foldText(splitLocationName(place.location_name).displayName)
  const others = GAZETTEER.filter(
    (known) => foldText(known.name) !== own && metresBetween(place, known) > SAME_METRES,
  )
  const nearest = nearestOf(place, others)
  if (nearest === undefined || nearest.metres > NEAR_METRES) return undefined
  const metres = Math.max(1, Math.round(nearest.metres / STEP_METRES)) * STEP_METRES
  return { name: nearest.place.name, metres }
}
