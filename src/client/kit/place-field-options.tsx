import { useEffect, useRef } from 'react'
import { PinIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site'
import { css } from 'styled-system/css'
import type { PlaceOption } from './place-field-search'

interface PlaceOptionsProps {
  /** The list is `<id>-list`, its options `<id>-0` and so on. */
  id: string
  places: readonly PlaceOption[]
  /** The option that Enter would choose; -1 for none. */
  active: number
  isOpen: boolean
  /** The last one is what was typed, not a known place. */
  lastIsTyped: boolean
  onChoose: (place: PlaceOption) => void
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events --
   A combobox keeps the focus and the keys in its input (WAI-ARIA); native options could not show an address. */

/** The suggestions below the place field. */
export function PlaceOptions({ id, places, active, isOpen, lastIsTyped, onChoose }: PlaceOptionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Below the edge of a phone's screen nobody would see that there are suggestions.
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={m.form_place_suggestions()}
      className={listBox}
      hidden={!isOpen}
    >
      {places.map((place, index) => (
        <div
          key={place.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={option}
          // Pressing must not take the focus from the input, which would close the list first.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(place)}
        >
          <PinIcon size={18} />
          <PlaceLines place={place} isTyped={lastIsTyped && index === places.length - 1} />
        </div>
      ))}
    </div>
  )
}

function PlaceLines({ place, isTyped }: { place: PlaceOption; isTyped: boolean }) {
  return (
    <span>
      <span className={name}>
        {isTyped ? m.form_place_use_typed({ name: place.displayName }) : place.displayName}
      </span>
      <span className={address}>
        {isTyped ? m.form_place_use_typed_hint({ village: SITE.village }) : place.formattedAddress}
        {place.source === 'google' ? <span translate="no"> · Google Maps</span> : null}
      </span>
    </span>
  )
}

const listBox = css({
  position: 'absolute',
  zIndex: 'raised',
  insetInline: '0',
  top: '[calc(100% + 0.25rem)]',
  maxHeight: '[18rem]',
  overflowY: 'auto',
  padding: '1',
  borderRadius: 'md',
  border: 'hairline',
  bg: 'bg.raised',
  boxShadow: 'high',
  '&[hidden]': { display: 'none' },
})
const option = css({
  display: 'flex',
  gap: '2.5',
  alignItems: 'center',
  minHeight: 'target',
  paddingInline: '2.5',
  paddingBlock: '1.5',
  borderRadius: 'sm',
  cursor: 'pointer',
  '& svg': { flexShrink: '0', color: 'focus' },
  '&:is([aria-selected=true], :hover)': { bg: 'sea.subtle' },
})
const name = css({ display: 'block', fontWeight: 'medium' })
const address = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })
