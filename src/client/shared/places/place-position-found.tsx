import { useEffect, useRef, useState } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { TextField } from '@/client/design-system/forms/field'
import type { Place } from '@/domain/places/place'
import { LOCATION_NAME_MAX } from '@/domain/places/location-name'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { cluster, stack } from 'styled-system/patterns'

interface FarPositionProps {
  metres: number
  onUse: () => void
  onSearch: () => void
}

/** Asks about a position far away: the person may be at home, and the event is hardly there. */
export function FarPosition({ metres, onUse, onSearch }: FarPositionProps) {
  return (
    <Banner
      tone="warning"
      role="alert"
      actions={
        <>
          <Button size="sm" onClick={onSearch}>
            {m.form_place_far_search()}
          </Button>
          <Button size="sm" variant="secondary" onClick={onUse}>
            {m.form_place_far_use()}
          </Button>
        </>
      }
    >
      {m.form_place_far({ km: Math.round(metres / 1000), village: SITE.village })}
    </Banner>
  )
}

interface NamelessPositionProps {
  /** A known place that is not far. */
  near: Place | undefined
  /** A place with an empty name is called after the place that it is near. */
  onName: (name: string) => void
}

/** Coordinates mean nothing to people: what is here needs a name, unless something near has one. */
export function NamelessPosition({ near, onName }: NamelessPositionProps) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  useEffect(() => input.current?.focus(), [])
  const use = () => {
    if (name.trim() !== '' || near !== undefined) return onName(name.trim())
    setMissing(true)
    input.current?.focus()
  }
  return (
    <div className={stack({ gap: '3' })}>
      <TextField
        ref={input}
        label={m.form_place_name()}
        hint={near ? m.form_place_name_hint({ place: near.displayName }) : undefined}
        optionalText={near ? m.form_optional() : undefined}
        error={isMissing && name.trim() === '' ? m.form_place_name_missing() : undefined}
        autoComplete="off"
        maxLength={LOCATION_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It would send the form around it.
          event.preventDefault()
          use()
        }}
      />
      <div className={cluster()}>
        <Button variant="secondary" onClick={use}>
          {m.form_place_name_use()}
        </Button>
      </div>
    </div>
  )
}
