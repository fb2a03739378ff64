import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Field, FieldError } from '@/client/ui/field'
import { CloseIcon } from '@/client/ui/icons'
import { IconButton } from '@/client/ui/icon-button'
import { LiveRegion } from '@/client/ui/visually-hidden'
import { NO_PLACE } from '@/domain/place'
import type { Place } from '@/domain/place'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import { css, cx } from 'styled-system/css'
import { input } from 'styled-system/recipes'
import { foldText, toPlace, usePlaceSearch } from './place-field-search'
import type { PlaceOption } from './place-field-search'
import { PlaceOptions } from './place-field-options'
import { UsePosition } from './place-field-position'
import { PlaceSearchNotice } from './place-search-notice'

interface PlaceFieldProps {
  places: readonly PlaceOption[]
  value: Place
  onChange: (place: Place) => void
  error?: string | undefined
}

/**
 * Searches the known places (WAI-ARIA combobox with a list, focus stays in the input). A place without entry can
 * be used by its name, or by where the device is. What was typed but not chosen is no place yet.
 */
export function PlaceField({ places, value, onChange, error }: PlaceFieldProps) {
  const listId = useId()
  const [text, setText] = useState(value.displayName)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const typed = text.trim()
  const isChosen = value.displayName !== ''

  const search = usePlaceSearch(isChosen ? '' : text, places)
  const [hasLookupFailed, setLookupFailed] = useState(false)
  const found = search.options
  const isKnown = found.some((place) => foldText(place.displayName) === foldText(typed))
  const offersTyped = !isChosen && typed !== '' && !isKnown
  const options = offersTyped ? [...found, unlistedPlace(typed)] : found

  const choose = (place: Place) => {
    onChange(toPlace(place))
    setText(place.displayName)
    setOpen(false)
    setActive(-1)
    setLookupFailed(false)
  }
  const pick = (option: PlaceOption) => {
    if (option.source !== 'google') return choose(option)
    search
      .resolve(option)
      .then(choose)
      .catch(() => setLookupFailed(true))
  }
  const clear = () => choose(NO_PLACE)
  const type = (next: string) => {
    setText(next)
    setOpen(true)
    setActive(-1)
    if (isChosen) onChange(NO_PLACE)
  }
  const leave = () => {
    setOpen(false)
    // A name written out in full is a choice.
    const exact = isChosen
      ? undefined
      : places.find((place) => foldText(place.displayName) === foldText(typed))
    if (typed !== '' && exact) choose(exact)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      if (options.length > 0) setActive((at) => (open ? (at + step + options.length) % options.length : 0))
    } else if (event.key === 'Enter') {
      // Enter chooses; it would send the form otherwise.
      event.preventDefault()
      const place = options[active] ?? (isChosen ? undefined : options[0])
      if (open && place && typed !== '') pick(place)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    }
  }

  return (
    <div className={stackStyle}>
      <Field label={m.form_place()} hint={m.form_place_hint()} error={withAdvice(error, typed)}>
        {(wiring) => (
          <div className={frame}>
            <input
              {...wiring}
              type="text"
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={open && options.length > 0}
              aria-controls={`${listId}-list`}
              aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={m.form_place_placeholder()}
              className={cx(input(), text === '' ? undefined : roomForClear)}
              value={text}
              onChange={(event) => type(event.target.value)}
              onFocus={() => setOpen(!isChosen)}
              onClick={() => setOpen(true)}
              onBlur={leave}
              onKeyDown={onKeyDown}
            />
            {text === '' ? null : (
              <IconButton
                className={clearButton}
                label={m.form_place_clear()}
                icon={<CloseIcon size={18} />}
                onClick={clear}
              />
            )}
            <PlaceOptions
              id={listId}
              places={options}
              active={active}
              isOpen={open && options.length > 0}
              lastIsTyped={offersTyped}
              onChoose={pick}
            />
          </div>
        )}
      </Field>
      {isChosen ? (
        <p className={chosen}>
          {value.formattedAddress ? `${value.formattedAddress}. ` : null}
          {m.form_place_chosen({
            latitude: value.latitude.toFixed(4),
            longitude: value.longitude.toFixed(4),
          })}
        </p>
      ) : null}
      {hasLookupFailed ? <FieldError error={m.form_place_google_lookup_failed()} /> : null}
      <PlaceSearchNotice search={search} />
      <UsePosition places={places} typed={isChosen ? '' : typed} onFound={choose} />
      <LiveRegion>{open && typed !== '' ? m.form_place_count({ n: options.length }) : null}</LiveRegion>
    </div>
  )
}

/** A venue that nobody has listed yet: its name, and the village's centre until the team places it better. */
function unlistedPlace(typed: string): PlaceOption {
  return {
    id: 'typed',
    source: 'gazetteer',
    name: typed,
    displayName: typed,
    formattedAddress: SITE.village,
    ...SITE.centre,
  }
}

function withAdvice(error: string | undefined, typed: string): string | undefined {
  return error !== undefined && typed !== '' ? `${error}. ${m.form_place_choose()}` : error
}

const stackStyle = css({ display: 'grid', gap: '2', minWidth: '0' })
const frame = css({ position: 'relative' })
const roomForClear = css({ paddingRight: '12' })
const clearButton = css({ position: 'absolute', top: '0', right: '0' })
const chosen = css({ textStyle: 'small', color: 'fg.muted' })
