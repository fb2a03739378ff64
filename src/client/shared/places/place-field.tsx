import { useMemo, useRef, useState } from 'react'
import { Button } from '@/client/design-system/button'
import { Combobox } from '@/client/design-system/forms/combobox'
import { Field, FieldError } from '@/client/design-system/forms/field'
import { SearchIcon, MapPinIcon, LocateFixedIcon } from 'lucide-react'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { foldText, toOneLine } from '@/domain/text/plain-text'
import {
  isLocated,
  locationName,
  NO_PLACE,
  mapUrl,
  UNLOCATED,
  splitLocationName,
  type Place,
  type Position,
  type StoredPlace,
} from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { usePlaceSearch, type PlaceOption, type PlaceSearch } from './place-field-search'
import { findPosition, metresBetween, placeAt, whereaboutsOf } from './place-at-position'

interface PlaceFieldProps {
  id?: string
  places: readonly PlaceOption[]
  value: StoredPlace
  onChange: (place: StoredPlace) => void
  error?: string | undefined
  /** It offers the position of this device; false for a place at which nobody stands as they choose it. */
  hasPosition?: boolean
}

/** A name counts without being picked: one of the list is that place, any other a new one. */
export function PlaceField(props: PlaceFieldProps) {
  const { places, value, error, hasPosition = true } = props
  const shown = splitLocationName(value.location_name)
  const [text, setText] = useState(shown.displayName)
  /** 'picked' also when it was there before: its name is no search. */
  const [step, setStep] = useState<'picked' | 'typing' | 'left'>('picked')
  const [lookup, setLookup] = useState<'busy' | 'failed'>()
  /** The choice that is being looked up; undefined as soon as the person has gone on. */
  const pending = useRef<PlaceOption>(undefined)
  const typed = step === 'picked' || lookup === 'busy' ? '' : toOneLine(text)
  const search = usePlaceSearch(typed, places)
  const found = useMemo(() => withTyped(search.options, typed), [search.options, typed])
  const options = useMemo(
    () => found.map(({ id, displayName }) => ({ value: id, label: displayName })),
    [found],
  )

  const change = (place: Place) => {
    const { latitude, longitude } = place
    props.onChange({ location_name: locationName(place), latitude, longitude })
  }
  const goOn = () => {
    pending.current = undefined
    setLookup(undefined)
  }
  const choose = (place: Place) => {
    goOn()
    change(place)
    setText(place.displayName)
    setStep('picked')
  }
  const pick = async (id: string | undefined) => {
    const option = found.find((place) => place.id === id)
    if (option?.source !== 'google') return option && choose(option)
    pending.current = option
    setLookup('busy')
    // Until its position comes, and if it never does, it is a new place of that name.
    change(typedPlace(option.displayName, places))
    setStep('left')
    const place = await search.resolve(option).catch(() => undefined)
    if (pending.current !== option) return
    if (place) choose(place)
    else setLookup('failed')
  }
  const type = (next: string, isOfOption = false) => {
    if (isOfOption) return setText(next)
    if (next === text) return
    goOn()
    setText(next)
    setStep('typing')
    change(typedPlace(toOneLine(next), places))
  }
  const leave = () => {
    if (typed === '') return
    const place = typedPlace(typed, places)
    if (isLocated(place)) return choose(place)
    setText(typed)
    setStep('left')
  }

  return (
    <div className={frame}>
      <Field id={props.id} label={m.form_place()} hint={m.form_place_hint()} error={error}>
        {(wiring) => (
          <Combobox
            {...{ wiring, options, text }}
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
      {shown.displayName === '' || step === 'typing' ? null : (
        <p className={chosen}>
          {isLocated(value) ? shown.formattedAddress : hasPosition && m.form_place_new()}{' '}
          <a href={mapUrl(value)} target="_blank" rel="noopener" className={textLink()}>
            {m.event_view_on_map()}
          </a>
        </p>
      )}
      {lookup === 'failed' ? <FieldError error={m.form_place_google_lookup_failed()} /> : null}
      <GoogleSearchNote search={search} />
      {hasPosition ? <UsePosition {...{ places, typed }} onFound={choose} /> : null}
      <LiveRegion>{typed === '' ? null : m.form_place_count({ n: options.length })}</LiveRegion>
    </div>
  )
}

const NONE: readonly string[] = []

function withTyped(places: readonly PlaceOption[], typed: string): readonly PlaceOption[] {
  const isKnown = places.some((place) => foldText(place.displayName) === foldText(typed))
  return typed === '' || isKnown ? places : [...places, unlistedPlace(typed)]
}

function typedPlace(typed: string, places: readonly PlaceOption[]): Place {
  if (typed === '') return NO_PLACE
  const known = places.find((place) => foldText(place.displayName) === foldText(typed))
  return known ?? unlistedPlace(typed)
}

function GoogleSearchNote({ search }: { search: Pick<PlaceSearch, 'google' | 'allowGoogle'> }) {
  if (search.google === 'needs-consent')
    return (
      <div>
        <Button variant="ghost" className={googleButton} onClick={search.allowGoogle}>
          <SearchIcon size="1.25rem" />
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

const TYPED_ID = 'typed'

function PlaceLines({ place }: { place: PlaceOption }) {
  const isTyped = place.id === TYPED_ID
  return (
    <>
      <MapPinIcon size="1.125rem" />
      <span className={lines}>
        <span className={optionName}>
          {isTyped ? m.form_place_use_typed({ name: place.displayName }) : place.displayName}
        </span>
        <span className={optionAddress}>
          {isTyped ? m.form_place_use_typed_hint() : place.formattedAddress}
          {place.source === 'google' ? <span translate="no"> · Google Maps</span> : null}
        </span>
      </span>
    </>
  )
}

/** A venue that nobody has listed yet: its name and the village, until somebody puts it on the map. */
function unlistedPlace(typed: string): PlaceOption {
  return {
    id: TYPED_ID,
    source: 'gazetteer',
    name: typed,
    displayName: typed,
    formattedAddress: SITE.village,
    ...UNLOCATED,
  }
}

const lines = css({ minWidth: '0' })
const optionName = css({ display: 'block', fontWeight: 'medium' })
const optionAddress = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })

/** A receiver under open sky needs some seconds; a minute-old position is still where one stands. */
const POSITION_OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 }

interface UsePositionProps {
  places: readonly Place[]
  /** The name that stands in the field. */
  typed: string
  onFound: (place: Place) => void
}

/** Works offline; the permission is requested only when pressed. Coordinates mean nothing to people: the place has the typed name, or that of what is near. */
export function UsePosition({ places, typed, onFound }: UsePositionProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const take = (position: Position) => {
    const metres = metresBetween(position, SITE.centre)
    // The person may be at home, and the event is hardly there.
    if (metres > SITE.placeSearchRadiusMetres)
      return setError(m.form_place_far({ km: Math.round(metres / 1000), village: SITE.village }))
    const { at, near } = whereaboutsOf(position, places)
    const nearText = near && m.form_place_near({ place: near.displayName })
    const name = typed || (at?.displayName ?? nearText)
    if (name === undefined) return setError(m.form_place_name_missing())
    const address = at?.formattedAddress ?? (typed === '' ? near?.formattedAddress : nearText)
    onFound(placeAt(position, name, address ?? ''))
  }
  const find = async () => {
    setError(undefined)
    setBusy(true)
    const found = await findPosition(POSITION_OPTIONS)
    setBusy(false)
    if (typeof found !== 'string') take(found)
    else setError(found === 'denied' ? m.form_place_here_denied() : m.form_place_here_failed())
  }
  return (
    <div>
      <Button variant="ghost" className={button} busy={isBusy} onClick={() => void find()}>
        {isBusy ? null : <LocateFixedIcon size="1.25rem" />}
        {isBusy ? m.form_place_here_busy() : m.form_place_here()}
      </Button>
      <output className={block}>{error === undefined ? null : <FieldError error={error} />}</output>
    </div>
  )
}

const block = css({ display: 'block' })
const button = css({ marginLeft: '-3' })
