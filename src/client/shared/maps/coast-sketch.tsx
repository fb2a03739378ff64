import type { PropsWithChildren } from 'react'
import { useGoogleMaps } from '@/client/shared/maps/use-google-maps'
import { PinIcon } from '@/client/design-system/icons/icons'
import { COAST, COAST_SOURCE } from '@/site/coast'
import type { Position } from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { pointOf, stripAround } from './coast-extent'
import type { MapExtent } from './coast-extent'

export function Land({ extent, label, children }: PropsWithChildren<{ extent: MapExtent; label?: string }>) {
  const { x, y, width, height } = extent
  return (
    <svg
      viewBox={`${x} ${y} ${width} ${height}`}
      {...(label === undefined ? {} : { role: 'img', 'aria-label': label })}
    >
      <path
        d={COAST.land}
        fill="var(--colors-bg-sand)"
        stroke="var(--colors-border-strong)"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
      {children}
    </svg>
  )
}

/** The place on the coast, rendered from a record of our own; nothing for one elsewhere, or where Google's map is shown. */
export function CoastSketch({ place }: { place: Position & { name: string } }) {
  const { state } = useGoogleMaps()
  const extent = SITE.hasMap ? stripAround(place) : undefined
  if (state === 'on' || extent === undefined) return null
  const point = pointOf(place)
  return (
    <div className={column}>
      <div className={sea}>
        <Land extent={extent} label={m.map_place({ place: place.name })} />
        <span
          className={pin}
          style={{
            left: `${(100 * (point.x - extent.x)) / extent.width}%`,
            top: `${(100 * (point.y - extent.y)) / extent.height}%`,
            color: 'var(--colors-accent-fg)',
            translate: '-50% -92%',
          }}
        >
          <PinIcon size={32} />
        </span>
      </div>
      <CoastSource />
    </div>
  )
}

export function CoastSource() {
  return (
    <p className={small}>
      {m.map_source()}{' '}
      <a className={textLink()} href={COAST_SOURCE.address} target="_blank" rel="noopener">
        {COAST_SOURCE.name}
      </a>
      ,{' '}
      <a className={textLink()} href={COAST_SOURCE.licenceAddress} target="_blank" rel="noopener license">
        {COAST_SOURCE.licence}
      </a>
    </p>
  )
}

const column = css({ display: 'grid', gap: '2', minWidth: '0', maxWidth: '[22rem]' })
export const sea = css({
  position: 'relative',
  bg: 'sea.subtle',
  border: 'hairline',
  borderRadius: 'lg',
  overflow: 'clip',
})
const pin = css({ position: 'absolute' })
const small = css({ textStyle: 'small', color: 'fg.muted' })
