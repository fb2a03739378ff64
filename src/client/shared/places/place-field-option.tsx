import { PinIcon } from '@/client/design-system/icons/icons'
import { UNLOCATED } from '@/domain/places/place'
import type { Place } from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import type { PlaceOption } from './place-field-search'

/** The id of a place of no list: what was typed, used as it is. */
const TYPED_ID = 'typed'

/** A suggestion of the place field: what it is called and where it is. */
export function PlaceLines({ place }: { place: PlaceOption }) {
  const isTyped = place.id === TYPED_ID
  return (
    <>
      <PinIcon size={18} />
      <span className={lines}>
        <span className={name}>
          {isTyped ? m.form_place_use_typed({ name: place.displayName }) : place.displayName}
        </span>
        <span className={address}>
          {isTyped ? m.form_place_use_typed_hint() : place.formattedAddress}
          {place.source === 'google' ? <span translate="no"> · Google Maps</span> : null}
        </span>
      </span>
    </>
  )
}

/** A venue that nobody has listed yet: its name and the village, until somebody puts it on the map. */
export function unlistedPlace(typed: string): PlaceOption {
  return {
    id: TYPED_ID,
    source: 'gazetteer',
    name: typed,
    displayName: typed,
    formattedAddress: SITE.village,
    ...UNLOCATED,
  }
}

/** Whether a place is one that was typed: its name is all that is known. */
export function isUnlisted({ displayName, latitude, longitude }: Place): boolean {
  const typed = unlistedPlace(displayName)
  return latitude === typed.latitude && longitude === typed.longitude
}

const lines = css({ minWidth: '0' })
const name = css({ display: 'block', fontWeight: 'medium' })
const address = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })
