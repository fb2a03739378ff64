import { useState } from 'react'
import { FarPosition } from './place-position-found'
import { NamelessPosition } from './place-position-found'
import { Button } from '@/client/design-system/button'
import { FieldError } from '@/client/design-system/forms/field'
import { CurrentPositionIcon } from '@/client/design-system/icons/icons'
import type { Place, Position } from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { metresBetween, placeAt, whereaboutsOf } from './place-at-position'

// Most people choose a place, or stand in the village.

/** A receiver under open sky needs some seconds; a minute-old position is still where one stands. */
const POSITION_OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 }

interface UsePositionProps {
  places: readonly Place[]
  /** Becomes the place's name, when there is one. */
  typed: string
  onFound: (place: Place) => void
  /** Opens the search, which somebody far away would rather use. */
  onSearch: () => void
}

type State =
  | { step: 'idle' | 'busy' | 'denied' | 'failed' }
  | { step: 'far' | 'nameless'; position: Position }

/**
 * "Use my current position": works offline; geolocation permission is requested only when pressed. Who is far from the village
 * is asked whether they mean it, and a place that nobody knows needs a name.
 */
export function UsePosition({ places, typed, onFound, onSearch }: UsePositionProps) {
  const [state, setState] = useState<State>({ step: 'idle' })

  const take = (position: Position) => {
    const { at, near } = whereaboutsOf(position, places)
    const name = typed || at?.displayName
    if (name === undefined) return setState({ step: 'nameless', position })
    setState({ step: 'idle' })
    onFound(placeAt(position, name, at?.formattedAddress ?? (near ? nearText(near) : '')))
  }
  const find = () => {
    if (!('geolocation' in navigator)) return setState({ step: 'failed' })
    setState({ step: 'busy' })
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        const position = { latitude, longitude }
        if (metresBetween(position, SITE.centre) <= SITE.placeSearchRadiusMetres) take(position)
        else setState({ step: 'far', position })
      },
      (error) => setState({ step: error.code === error.PERMISSION_DENIED ? 'denied' : 'failed' }),
      POSITION_OPTIONS,
    )
  }
  const isBusy = state.step === 'busy'
  return (
    <div>
      <Button variant="ghost" className={button} busy={isBusy} onClick={find}>
        {isBusy ? null : <CurrentPositionIcon size={20} />}
        {isBusy ? m.form_place_here_busy() : m.form_place_here()}
      </Button>
      <output className={block}>
        {state.step === 'denied' ? <FieldError error={m.form_place_here_denied()} /> : null}
        {state.step === 'failed' ? <FieldError error={m.form_place_here_failed()} /> : null}
      </output>
      {state.step === 'far' ? (
        <FarPosition
          metres={metresBetween(state.position, SITE.centre)}
          onUse={() => take(state.position)}
          onSearch={() => {
            setState({ step: 'idle' })
            onSearch()
          }}
        />
      ) : null}
      {state.step === 'nameless' ? (
        <NamelessPosition
          near={whereaboutsOf(state.position, places).near}
          onName={(name) => {
            const { near } = whereaboutsOf(state.position, places)
            setState({ step: 'idle' })
            if (name !== '') onFound(placeAt(state.position, name, near ? nearText(near) : ''))
            else if (near) onFound(placeAt(state.position, nearText(near), near.formattedAddress))
          }}
        />
      ) : null}
    </div>
  )
}

function nearText(place: Place): string {
  return m.form_place_near({ place: place.displayName })
}

const block = css({ display: 'block' })
const button = css({ marginLeft: '-3' })
