import { useId, useMemo, useRef, useState } from 'react'
import { Button } from '@/client/design-system/button'
import { Combobox } from '@/client/design-system/forms/combobox'
import { Field, FieldError } from '@/client/design-system/forms/field'
import { SearchIcon } from '@/client/design-system/icons/icons'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { foldText } from '@/domain/text/fold-text'
import { locationName } from '@/domain/places/location-name'
import { NO_PLACE, mapUrl } from '@/domain/places/place'
import type { Place } from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { PlaceLines, isUnlisted, unlistedPlace } from './place-field-option'
import { UsePosition } from './place-field-position'
import { toPlace, usePlaceSearch } from './place-field-search'
import type { PlaceOption, PlaceSearch } from './place-field-search'

interface PlaceFieldProps {
  /** The id of its input. */
  id?: string
  places: readonly PlaceOption[]
  value: Place
  onChange: (place: Place) => void
  error?: string | undefined
}

/**
 * Searches the known places, and Google's once allowed. What was typed counts without being picked: a name of the list is that
 * place, any other a new one, which the current position can put on the map.
 */
export function PlaceField({ id: givenId, places, value, onChange, error }: PlaceFieldProps) {
  const ownId = useId()
  const inputId = givenId ?? ownId
  const [text, setText] = useState(value.displayName)
  /** 'picked' also when it was there before: its name is no search. */
  const [step, setStep] = useState<'picked' | 'typing' | 'left'>('picked')
  const [hasLookupFailed, setLookupFailed] = useState(false)
  const [isResolving, setResolving] = useState(false)
  /** The choice that is being looked up; undefined as soon as the person has gone on. */
  const pending = useRef<PlaceOption>(undefined)
  const typed = step === 'picked' || isResolving ? '' : text.trim()
  const search = usePlaceSearch(typed, places)
  const found = useMemo(() => withTyped(search.options, typed), [search.options, typed])
  const options = useMemo(
    () => found.map(({ id, displayName }) => ({ value: id, label: displayName })),
    [found],
  )

  const goOn = () => {
    pending.current = undefined
    setResolving(false)
  }
  const choose = (place: Place) => {
    goOn()
    onChange(toPlace(place))
    setText(place.displayName)
    setStep('picked')
    setLookupFailed(false)
  }
  const pick = (id: string | undefined) => {
    const option = found.find((place) => place.id === id)
    if (option?.source !== 'google') return option && choose(option)
    pending.current = option
    setResolving(true)
    // Until its position comes, and if it never does, it is a new place of that name.
    onChange(typedPlace(option.displayName, places))
    setStep('left')
    const unlessLate = (then: () => void) => pending.current === option && then()
    return search.resolve(option).then(
      (place) => unlessLate(() => choose(place)),
      () =>
        unlessLate(() => {
          goOn()
          setLookupFailed(true)
        }),
    )
  }
  const type = (next: string, isOfOption = false) => {
    if (isOfOption) return setText(next)
    if (next === text) return
    goOn()
    setText(next)
    setStep('typing')
    onChange(typedPlace(next.trim(), places))
  }
  const leave = () => {
    if (typed === '') return
    const place = typedPlace(typed, places)
    if (isUnlisted(place)) {
      setText(typed)
      setStep('left')
    } else choose(place)
  }

  return (
    <div className={frame}>
      <Field id={inputId} label={m.form_place()} hint={m.form_place_hint()} error={error}>
        {(wiring) => (
          <Combobox
            {...{ wiring, options, text }}
            // The chosen place stands in the input; none of the list is marked.
            value={NONE}
            onChange={([id]) => void pick(id)}
            onTextChange={type}
            onBlur={leave}
            placeholder={m.form_place_placeholder()}
            openLabel={m.form_place_suggestions()}
            clearLabel={m.form_place_clear()}
            onClear={() => choose(NO_PLACE)}
            renderOption={(option) => {
              const place = found.find(({ id }) => id === option.value)
              return place && <PlaceLines place={place} />
            }}
          />
        )}
      </Field>
      {value.displayName === '' || step === 'typing' ? null : (
        <p className={chosen}>
          {isUnlisted(value) ? m.form_place_new() : value.formattedAddress}{' '}
          <a
            href={mapUrl({ ...value, location_name: locationName(value) })}
            target="_blank"
            rel="noopener"
            className={textLink()}
          >
            {m.event_view_on_map()}
          </a>
        </p>
      )}
      {hasLookupFailed ? <FieldError error={m.form_place_google_lookup_failed()} /> : null}
      <GoogleSearchNote search={search} />
      <UsePosition
        {...{ places, typed }}
        onFound={choose}
        onSearch={() => document.getElementById(inputId)?.focus()}
      />
      <LiveRegion>{typed === '' ? null : m.form_place_count({ n: options.length })}</LiveRegion>
    </div>
  )
}

const NONE: readonly string[] = []

/** Offers the typed name as well, unless it is the name of a place in the list. */
function withTyped(places: readonly PlaceOption[], typed: string): readonly PlaceOption[] {
  const isKnown = places.some((place) => foldText(place.displayName) === foldText(typed))
  return typed === '' || isKnown ? places : [...places, unlistedPlace(typed)]
}

/** The place that a typed name stands for: one of the list with this name, else a new one. */
function typedPlace(typed: string, places: readonly PlaceOption[]): Place {
  if (typed === '') return NO_PLACE
  const known = places.find((place) => foldText(place.displayName) === foldText(typed))
  return toPlace(known ?? unlistedPlace(typed))
}

/** The note about Google: the tap that adds it to the search, or that it did not respond. */
function GoogleSearchNote({ search }: { search: Pick<PlaceSearch, 'google' | 'allowGoogle'> }) {
  if (search.google === 'needs-consent')
    return (
      <div>
        <Button variant="ghost" className={googleButton} onClick={search.allowGoogle}>
          <SearchIcon size={20} />
          {m.form_place_google_ask()}
        </Button>
        <p className={note}>{m.form_place_google_note()}</p>
      </div>
    )
  return <output className={note}>{search.google === 'failed' ? m.form_place_google_failed() : null}</output>
}

const frame = css({ display: 'grid', gap: '2', minWidth: '0' })
const chosen = css({ textStyle: 'small', color: 'fg.muted' })
const googleButton = css({ marginLeft: '-3' })
const note = css({ display: 'block', textStyle: 'small', color: 'fg.muted', _empty: { display: 'none' } })
