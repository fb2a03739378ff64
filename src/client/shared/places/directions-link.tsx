import { useSyncExternalStore } from 'react'
import { DirectionsIcon } from '@/client/design-system/icons/event-icons'
import { isMobileIos } from '@/client/shared/pwa/mobile-platform'
import { directionsUrl, isLocated } from '@/domain/places/place'
import type { StoredPlace } from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { cx } from 'styled-system/css'
import { button } from 'styled-system/recipes'

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
      <DirectionsIcon size={20} />
      {isLocated(place) ? m.event_directions() : m.event_find_on_map()}
    </a>
  )
}

const neverChanges = () => () => undefined

function mapsOfDevice(): 'apple' | 'google' {
  return isMobileIos(navigator) ? 'apple' : 'google'
}
