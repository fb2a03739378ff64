import type { PropsWithChildren } from 'react'
import { MapPinIcon } from 'lucide-react'
import type { Position } from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { COAST } from '@/site/coast'
import { GAZETTEER } from '@/site/places'
import { css, cx } from 'styled-system/css'
import { useGoogleMaps } from './use-google-maps'

/** A point of the record of the coast: one unit is 10 m. */
export interface MapPoint {
  x: number
  y: number
}

interface MapSize {
  /** Pixels. */
  width: number
  height: number
  /** Pixels of a rem: names grow with the reader's text. */
  rem: number
}

/** A part of the record, from its north-western corner, and the pixels that it is shown on. */
export interface MapView extends MapPoint, MapSize {
  /** Pixels of a unit. */
  scale: number
}

/** Something at a point that has a name beside it. */
export interface MapMark extends MapPoint {
  name: string
  kind: keyof typeof SIDES
  /** Rem. */
  width: number
  height: number
}

export function pointOf({ latitude, longitude }: Position): MapPoint {
  return {
    x: (longitude - COAST.west) * COAST.cosine * COAST.unitsPerDegree,
    y: (COAST.north - latitude) * COAST.unitsPerDegree,
  }
}

function isOnRecord({ latitude, longitude }: Position): boolean {
  const { north, south, west, east } = COAST
  return latitude <= north && latitude >= south && longitude >= west && longitude <= east
}

export function distance(a: MapPoint, b: MapPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Pixels from the view's north-western corner. */
export function placed({ x, y, scale }: MapView, point: MapPoint): MapPoint {
  return { x: (point.x - x) * scale, y: (point.y - y) * scale }
}

export function isWithin({ width, height }: MapSize, { x, y }: MapPoint): boolean {
  return x > 0 && y > 0 && x < width && y < height
}

/** The record is good for no more pixels of a unit. */
const MAX_SCALE = 5
/** Rem around the points for what stands beside them. */
const ROOM = 7
/** Rem to the west, where the names of the beaches stand. */
const SEA = 2

/** The view of this size that shows all of these points. */
export function viewOf(points: readonly MapPoint[], size: MapSize): MapView {
  const { width, height, rem } = size
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [west, north] = [Math.min(...xs), Math.min(...ys)]
  const [across, down] = [Math.max(...xs) - west, Math.max(...ys) - north]
  const room = ROOM * rem
  const scale = Math.min(
    MAX_SCALE,
    Math.max(width - room, room) / Math.max(across, 1),
    Math.max(height - room, room) / Math.max(down, 1),
  )
  return {
    ...size,
    scale,
    x: west + (across - width / scale) / 2 - (SEA * rem) / scale,
    y: north + (down - height / scale) / 2,
  }
}

/** The known places as dots: beaches first, for sailors and surfers know the coast by them. */
export const KNOWN_PLACES: readonly MapMark[] = GAZETTEER.map((place) => ({
  ...pointOf(place),
  name: place.name,
  kind: place.isBeach ? ('beach' as const) : ('land' as const),
  width: 0.5,
  height: 0.5,
})).toSorted((a, b) => Number(b.kind === 'beach') - Number(a.kind === 'beach'))

/** The sides of a mark where its name may stand, the best first: a beach's is out at sea, the sea's own in its middle. */
const SIDES = { pin: 'SEWN', beach: 'WESN', land: 'ESNW', sea: 'C' }

/** Rem: a letter's width and a line's height, and between a mark and its name. */
const [LETTER, LINE, GAP] = [0.45, 0.9, 0.2]
const LONGEST_LINE = 14

interface PlacedName extends MapPoint {
  mark: MapMark
  lines: readonly string[]
  /** -1: to the left of the point and above it; 1: to the right and below. */
  across: number
  down: number
}

/** The names that fit, in the order of the marks: none over another, over a mark, or over the edge. */
export function namesOf(view: MapView, marks: readonly MapMark[]): PlacedName[] {
  const { width, height, rem } = view
  const shown = marks.map((mark) => ({ mark, ...placed(view, mark) }))
  const taken = shown.map(({ mark, x, y }) => boxAt({ x, y }, mark.width * rem, mark.height * rem))
  return shown.flatMap(({ mark, x, y }, index) => {
    const whole = linesOf(mark.name)
    // A pin is named in short rather than not at all: without the first word, which many share ('Praia', 'Largo').
    const inShort = mark.name.replace(/^\S+ /, '…')
    for (const lines of mark.kind === 'pin' ? [whole, linesOf(inShort)] : [whole])
      for (const side of SIDES[mark.kind]) {
        const across = Number(side === 'E') - Number(side === 'W')
        const down = Number(side === 'S') - Number(side === 'N')
        const at = {
          x: x + across * (mark.width / 2 + GAP) * rem,
          y: y + down * (mark.height / 2 + GAP) * rem,
        }
        const longest = Math.max(...lines.map((line) => line.length))
        const box = boxAt(at, longest * LETTER * rem, lines.length * LINE * rem, across, down)
        const isInside = box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height
        if (!isInside || taken.some((other, n) => n !== index && overlaps(box, other))) continue
        taken.push(box)
        return [{ mark, lines, across, down, ...at }]
      }
    return []
  })
}

function boxAt({ x, y }: MapPoint, width: number, height: number, across = 0, down = 0) {
  const [left, top] = [x + ((across - 1) / 2) * width, y + ((down - 1) / 2) * height]
  return { left, top, right: left + width, bottom: top + height }
}

function overlaps(a: ReturnType<typeof boxAt>, b: typeof a): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** A long name breaks at the space that is nearest to its middle. */
function linesOf(name: string): string[] {
  if (name.length <= LONGEST_LINE) return [name]
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index)
  const middle = name.length / 2
  const [at] = spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return at === undefined ? [name] : [name.slice(0, at), name.slice(at + 1)]
}

interface CoastPictureProps {
  view: MapView
  /** The most important comes first. */
  marks: readonly MapMark[]
  label?: string
}

/** The coast with its names, rendered from a record of our own; what is put over it stands at percents of it. */
export function CoastPicture({ view, marks, label, children }: PropsWithChildren<CoastPictureProps>) {
  const { x, y, width, height, scale } = view
  const inView = marks.filter((mark) => isWithin(view, placed(view, mark)))
  const coast = Math.min(...inView.map((mark) => mark.x), x + width / scale)
  const ocean: MapMark = {
    name: m.map_sea(),
    kind: 'sea',
    x: (x + coast) / 2,
    y: y + (0.9 * height) / scale,
    width: 0,
    height: 0,
  }
  const names = namesOf(view, [...inView, ocean])
  const dotsOf = (kind: MapMark['kind']) =>
    names.flatMap(({ mark }) => (mark.kind === kind ? `M${mark.x} ${mark.y}h0` : [])).join('')
  return (
    <div className={picture} {...(label === undefined ? {} : { role: 'img', 'aria-label': label })}>
      <svg viewBox={`${x} ${y} ${width / scale} ${height / scale}`} preserveAspectRatio="none" aria-hidden>
        <path d={COAST.land} strokeWidth={36} stroke="var(--colors-sea-fg)" strokeOpacity={0.06} />
        <path d={COAST.land} strokeWidth={16} stroke="var(--colors-sea-fg)" strokeOpacity={0.08} />
        <path d={COAST.land} fill="var(--land)" />
        <path d={COAST.pier} strokeWidth={3} />
        <path d={dotsOf('beach')} strokeWidth={6} stroke="var(--colors-sea-fg)" />
        <path d={dotsOf('land')} strokeWidth={6} stroke="var(--colors-fg-muted)" />
      </svg>
      {names.map(({ mark, lines, across, down, ...at }) => (
        <span
          key={mark.name}
          aria-hidden
          className={cx(name, kinds[mark.kind])}
          style={{
            left: `${(100 * at.x) / width}%`,
            top: `${(100 * at.y) / height}%`,
            translate: `${50 * (across - 1)}% ${50 * (down - 1)}%`,
            textAlign: across === 0 ? 'center' : across < 0 ? 'right' : 'left',
          }}
        >
          {lines.join('\n')}
        </span>
      ))}
      {children}
    </div>
  )
}

/** A phone's card: on a wider one the same names have more room. */
const SKETCH = { width: 340, height: 170, rem: 16 }
const NEIGHBOURS = 5

/** The place on the coast among its neighbours; nothing for one elsewhere, or where Google's map is shown. */
export function CoastSketch({ place }: { place: Position & { name: string } }) {
  const { state } = useGoogleMaps()
  if (state === 'on' || !isOnRecord(place)) return null
  const point = pointOf(place)
  const neighbours = KNOWN_PLACES.filter(({ name: known }) => known !== place.name)
    .toSorted((a, b) => distance(a, point) - distance(b, point))
    .slice(0, NEIGHBOURS)
  const view = viewOf([point, ...neighbours], SKETCH)
  const at = placed(view, point)
  // The pin stands on its point.
  const middle = { x: point.x, y: point.y - view.rem / view.scale }
  const pin: MapMark = { ...middle, name: place.name, kind: 'pin', width: 1.5, height: 2 }
  return (
    <div className={sketch}>
      <CoastPicture view={view} marks={[pin, ...neighbours]} label={m.map_place({ place: place.name })}>
        <span
          className={needle}
          style={{ left: `${(100 * at.x) / view.width}%`, top: `${(100 * at.y) / view.height}%` }}
        >
          <MapPinIcon size="2rem" fill="currentColor" stroke="var(--colors-bg-surface)" />
        </span>
      </CoastPicture>
    </div>
  )
}

const picture = css({
  '--land': 'light-dark({colors.bg.sand}, {colors.bg.surface})',
  position: 'relative',
  width: 'full',
  height: 'full',
  bg: 'sea.subtle',
  overflow: 'clip',
  '& > svg': {
    width: 'full',
    height: 'full',
    fill: 'transparent',
    stroke: 'border.strong',
    strokeWidth: '[1.5px]',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
  '& > svg > path': { vectorEffect: 'non-scaling-stroke' },
})
const sketch = css({ aspectRatio: '[2 / 1]', border: 'hairline', borderRadius: 'lg', overflow: 'clip' })
const needle = css({ position: 'absolute', color: 'accent.fg', translate: '[-50% -92%]' })
const name = css({
  position: 'absolute',
  fontSize: 'xs',
  lineHeight: '[1.2]',
  whiteSpace: 'pre',
  pointerEvents: 'none',
  '--halo': 'var(--land)',
  textShadow: '[0 0 2px var(--halo), 0 0 3px var(--halo), 0 0 4px var(--halo), 0 0 4px var(--halo)]',
})
const kinds = {
  pin: css({ fontWeight: 'bold' }),
  land: css({ color: 'fg.muted' }),
  beach: css({ color: 'sea.fg', '--halo': '{colors.sea.subtle}' }),
  sea: css({
    color: 'sea.fg',
    fontFamily: 'display',
    fontStyle: 'italic',
    letterSpacing: 'wide',
    '--halo': 'transparent',
  }),
}
