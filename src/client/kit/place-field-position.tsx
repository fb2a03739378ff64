import { useState } from 'react'
import { Button } from '@/client/ui/button'
import { FieldError } from '@/client/ui/field'
import { CurrentPositionIcon } from '@/client/ui/icons'
import type { Place } from '@/domain/place'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import { css } from 'styled-system/css'
import { placeAt } from './place-at-position'

/** A receiver under open sky needs some seconds; a minute-old position is still where one stands. */
const POSITION_OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 }

interface UsePositionProps {
  places: readonly Place[]
  /** Becomes the place's name, when there is one. */
  typed: string
  onFound: (place: Place) => void
}

/** "Use my current position": works offline; geolocation permission is requested only when pressed. */
export function UsePosition({ places, typed, onFound }: UsePositionProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'denied' | 'failed'>('idle')

  const find = () => {
    if (!('geolocation' in navigator)) return setState('failed')
    setState('busy')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        onFound(placeAt(coords, typed, places, SITE.village))
      },
      (error) => setState(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      POSITION_OPTIONS,
    )
  }

  return (
    <div>
      <Button variant="ghost" className={button} busy={state === 'busy'} onClick={find}>
        {state === 'busy' ? null : <CurrentPositionIcon size={20} />}
        {state === 'busy' ? m.form_place_here_busy() : m.form_place_here()}
      </Button>
      <output className={block}>
        {state === 'denied' ? <FieldError error={m.form_place_here_denied()} /> : null}
        {state === 'failed' ? <FieldError error={m.form_place_here_failed()} /> : null}
      </output>
    </div>
  )
}

const block = css({ display: 'block' })
const button = css({ marginLeft: '-3' })
