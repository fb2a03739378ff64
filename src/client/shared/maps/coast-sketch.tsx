import type { PropsWithChildren } from 'react'
import { MapPinIcon } from 'lucide-react'
import { COAST, COAST_SOURCE } from '@/site/coast'
import type { Position } from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { useGoogleMaps } from './use-google-maps'

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
          <MapPinIcon size="2rem" />
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

/** A part of the map, in the units of the coast's path: the attributes of an SVG's `viewBox`. */
export interface MapExtent {
  x: number
  y: number
  width: number
  height: number
}

export interface MapPoint {
  x: number
  y: number
}

/** A kilometre and a bit to the north and to the south of the village's centre, in units of 10 m. */
const VILLAGE_HALF_HEIGHT = 130
const STRIP_RATIO = 0.6

export const COAST_EXTENT: MapExtent = {
  x: 0,
  y: 0,
  width: Math.round((COAST.east - COAST.west) * COAST.cosine * COAST.unitsPerDegree),
  height: Math.round((COAST.north - COAST.south) * COAST.unitsPerDegree),
}

export const VILLAGE_EXTENT: MapExtent = extentAround(SITE.centre, VILLAGE_HALF_HEIGHT)

function extentAround(position: Position, halfHeight: number): MapExtent {
  const { x, y } = pointOf(position)
  const halfWidth = (halfHeight * COAST_EXTENT.width) / COAST_EXTENT.height
  return { x: x - halfWidth, y: y - halfHeight, width: 2 * halfWidth, height: 2 * halfHeight }
}

/** The strip of coast with this place in it, in the middle unless the coast ends there; undefined for a place that is elsewhere. */
function stripAround(position: Position): MapExtent | undefined {
  const point = pointOf(position)
  if (!isWithin(COAST_EXTENT, point)) return undefined
  const { width, height: whole } = COAST_EXTENT
  const height = Math.min(whole, width * STRIP_RATIO)
  return { x: 0, y: Math.min(whole - height, Math.max(0, point.y - height / 2)), width, height }
}

export function pointOf({ latitude, longitude }: Position): MapPoint {
  return {
    x: (longitude - COAST.west) * COAST.cosine * COAST.unitsPerDegree,
    y: (COAST.north - latitude) * COAST.unitsPerDegree,
  }
}

export function isWithin({ x, y, width, height }: MapExtent, point: MapPoint): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
}
