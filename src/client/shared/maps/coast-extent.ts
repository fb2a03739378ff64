import { COAST } from '@/site/coast'
import type { Position } from '@/domain/places/place'
import { SITE } from '@/site/site'

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
export function stripAround(position: Position): MapExtent | undefined {
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
