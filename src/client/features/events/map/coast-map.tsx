import { keepPreviousData, useQuery, queryOptions } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useId, useMemo, useRef, useState } from 'react'
import type { Ref } from 'react'
import { AgendaDays } from '@/client/shared/agenda/agenda-rows'
import {
  COAST_EXTENT,
  VILLAGE_EXTENT,
  isWithin,
  pointOf,
  CoastSource,
  Land,
  sea,
} from '@/client/shared/maps/coast-sketch'
import type { MapExtent, MapPoint } from '@/client/shared/maps/coast-sketch'
import { Button } from '@/client/design-system/button'
import { MapPinIcon } from 'lucide-react'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import type { ProgrammeFilter, Fetched, ProgrammeReader } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { countedFrom } from '@/client/features/events/filters/event-filters'
import type { Nearness } from '@/client/features/events/near/nearness'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import type { PublicEvent } from '@/contract/events/events'
import { splitLocationName, isLocated } from '@/domain/places/place'
import { css, cx } from 'styled-system/css'
import { button, chip } from 'styled-system/recipes'

const route = getRouteApi('/events')

export interface CoastMapProps {
  filter: ProgrammeFilter
  /** Epoch seconds. */
  now: number
  near: Nearness | undefined
}

const EXTENTS = [
  { name: 'coast', extent: COAST_EXTENT, label: m.map_extent_coast },
  { name: 'village', extent: VILLAGE_EXTENT, label: () => m.map_extent_village({ village: SITE.village }) },
] as const

/** A map of the events that the filter finds, rendered from a record of our own: no network and nobody else has a part in it. */
export function CoastMap({ filter, now, near }: CoastMapProps) {
  const { programme } = route.useRouteContext()
  const { data, isError } = useQuery({
    ...mapQuery(programme, filter),
    placeholderData: keepPreviousData,
  })
  const [{ name, extent }, setExtent] = useState<(typeof EXTENTS)[number]>(EXTENTS[0])
  const [chosen, setChosen] = useState<string>()
  const listId = useId()
  const openPin = useRef<HTMLButtonElement>(null)
  const { pins, elsewhere } = useMemo(() => pinsOf(data?.data.events ?? [], extent), [data, extent])
  const open = pins.find((pin) => keyOf(pin) === chosen)
  return (
    <section aria-label={m.map_label()} className={layout}>
      <div className={column}>
        <fieldset aria-label={m.map_extent()} className={row}>
          {EXTENTS.map((one) => (
            <button
              key={one.name}
              type="button"
              className={chip()}
              aria-pressed={one.name === name}
              onClick={() => setExtent(one)}
            >
              {one.label()}
            </button>
          ))}
        </fieldset>
        <p className={small}>{isError ? m.map_failed() : m.map_hint()}</p>
        <div className={sea}>
          <Land extent={extent}>
            <Here extent={extent} near={near} />
          </Land>
          {pins.map((pin) => (
            <Pin
              key={keyOf(pin)}
              ref={pin === open ? openPin : undefined}
              {...{ pin, listId }}
              isOpen={pin === open}
              onPress={() => setChosen(pin === open ? undefined : keyOf(pin))}
            />
          ))}
        </div>
        <CoastSource />
      </div>
      <div className={list} id={listId}>
        {elsewhere.length > 0 ? <p className={small}>{m.map_elsewhere({ n: elsewhere.length })}</p> : null}
        {data?.data.hasMore ? <p className={small}>{m.map_more({ n: MAX_MAP_EVENTS })}</p> : null}
        <LiveRegion>{open && pinLabel(open)}</LiveRegion>
        {open ? (
          <>
            <h2 key={chosen} ref={bringIntoView} className={title} style={{ scrollMarginBottom: '14rem' }}>
              {pinLabel(open)}
            </h2>
            {open.places.length > 1 ? <p className={small}>{open.places.join(', ')}</p> : null}
            <AgendaDays
              events={open.events}
              isInList
              distanceOf={near?.distanceOf}
              now={now}
              from={countedFrom(filter, now)}
            />
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                // The button goes with the list that it closes.
                openPin.current?.focus()
                setChosen(undefined)
              }}
            >
              {m.map_close()}
            </Button>
          </>
        ) : null}
      </div>
    </section>
  )
}

/** On a phone what a pin opens is below the window. */
function bringIntoView(heading: HTMLElement | null): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' })
}

function Here({ extent, near }: { extent: MapExtent; near: Nearness | undefined }) {
  const here = near?.position && pointOf(near.position)
  return here && isWithin(extent, here) ? (
    <circle
      cx={here.x}
      cy={here.y}
      r={extent.width / 50}
      fill="var(--colors-focus)"
      stroke="var(--colors-bg-surface)"
      strokeWidth={extent.width / 150}
    >
      <title>{m.map_here()}</title>
    </circle>
  ) : null
}

interface PinProps {
  ref: Ref<HTMLButtonElement> | undefined
  pin: MapPin
  listId: string
  isOpen: boolean
  onPress: () => void
}

function Pin({ ref, pin, listId, isOpen, onPress }: PinProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={pinLabel(pin)}
      aria-expanded={isOpen}
      aria-controls={listId}
      title={pin.places[0]}
      className={cx(button({ size: 'sm', variant: isOpen ? 'secondary' : 'primary' }), placed)}
      style={{
        left: `${pin.left}%`,
        top: `${pin.top}%`,
        minWidth: '2.25rem',
        padding: 0,
        translate: '-50% -50%',
      }}
      onClick={onPress}
    >
      {pin.events.length === 1 ? <MapPinIcon size="1.25rem" /> : pin.events.length}
    </button>
  )
}

function keyOf({ left, top }: MapPin): string {
  return `${left} ${top}`
}

function pinLabel({ places: [place = '', ...others], events }: MapPin): string {
  const n = events.length
  return others.length === 0 ? m.map_pin({ place, n }) : m.map_pin_places({ place, more: others.length, n })
}

const layout = css({ display: 'flex', flexWrap: 'wrap', gap: '4', alignItems: 'start' })
const list = css({ display: 'grid', gap: '2', flex: '[1 1 12rem]', minWidth: '0' })
const column = cx(list, css({ maxWidth: '[22rem]' }))
const row = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
const placed = css({ position: 'absolute' })
const small = css({ textStyle: 'small', color: 'fg.muted' })
const title = css({ textStyle: 'subheading' })

/** The server gives this many at once. */
const PER_PAGE = 100
/** A map of more events tells nobody where to go. */
const MAX_MAP_EVENTS = 500

interface MapEvents {
  events: readonly PublicEvent[]
  /** The programme has later ones. */
  hasMore: boolean
}

/** The events of the filter for the map, from the replica where it is complete: each once, with its next date. */
function mapQuery(programme: ProgrammeReader, filter: ProgrammeFilter) {
  return queryOptions({
    queryKey: [...PROGRAMME_KEY, 'map', filter],
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
    queryFn: async (): Promise<Fetched<MapEvents>> => {
      const byId = new Map<string, PublicEvent>()
      let savedAt: number | undefined
      for (let page = 1; page <= MAX_MAP_EVENTS / PER_PAGE; page += 1) {
        const read = await programme.list(filter, page, PER_PAGE)
        for (const event of read.data.items) byId.set(event.id, event)
        savedAt ??= read.savedAt
        if (!read.data.has_more) return { data: { events: [...byId.values()], hasMore: false }, savedAt }
      }
      return { data: { events: [...byId.values()], hasMore: true }, savedAt }
    },
  })
}

/** One button of the map: a place, or several that a finger could not tell apart. */
interface MapPin {
  /** Percent of the extent's width from its left, and of its height from its top. */
  left: number
  top: number
  /** The place with the most events comes first. */
  places: readonly string[]
  /** Events by time. */
  events: readonly PublicEvent[]
}

interface PinnedEvents {
  /** The pins from north to south, the order in which the keyboard meets them. */
  pins: readonly MapPin[]
  /** Events whose place lies outside the extent, or is known by its name only. */
  elsewhere: readonly PublicEvent[]
}

/** Pins are at least this far apart, in parts of the map's width: 36 px on a phone of 320. */
const PIN_GAP = 0.125
/** Two spellings of one place are seldom farther apart: five decimals are a metre, four are ten. */
const SAME_PLACE_DECIMALS = 4
interface PlaceOnMap extends MapPoint {
  name: string
  events: PublicEvent[]
}

/** The pins of these events. The busiest places have theirs where they are; a place too near to a pin joins it. */
export function pinsOf(events: readonly PublicEvent[], extent: MapExtent): PinnedEvents {
  const { places, elsewhere } = placesOn(extent, events)
  const gap = PIN_GAP * extent.width
  const groups: PlaceOnMap[][] = []
  for (const place of places.toSorted((a, b) => b.events.length - a.events.length)) {
    const near = groups
      .map((group) => ({ group, away: distance(group[0] ?? place, place) }))
      .filter(({ away }) => away < gap)
      .toSorted((a, b) => a.away - b.away)[0]
    if (near === undefined) groups.push([place])
    else near.group.push(place)
  }
  const pins = groups.flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [pinOf(first, group, extent)]
  })
  return { pins: pins.toSorted((a, b) => a.top - b.top || a.left - b.left), elsewhere }
}

function placesOn(extent: MapExtent, events: readonly PublicEvent[]) {
  const byPosition = new Map<string, PlaceOnMap>()
  const elsewhere: PublicEvent[] = []
  for (const event of events) {
    const point = pointOf(event)
    if (!isLocated(event) || !isWithin(extent, point)) {
      elsewhere.push(event)
      continue
    }
    const key = [event.latitude, event.longitude].map((one) => one.toFixed(SAME_PLACE_DECIMALS)).join()
    const known = byPosition.get(key)
    if (known) known.events.push(event)
    else
      byPosition.set(key, {
        ...point,
        name: splitLocationName(event.location_name).displayName,
        events: [event],
      })
  }
  return { places: [...byPosition.values()], elsewhere }
}

function pinOf({ x, y }: PlaceOnMap, group: readonly PlaceOnMap[], extent: MapExtent): MapPin {
  return {
    left: (100 * (x - extent.x)) / extent.width,
    top: (100 * (y - extent.y)) / extent.height,
    places: group.map(({ name }) => name),
    events: group.flatMap(({ events }) => events).toSorted((a, b) => a.start_time - b.start_time),
  }
}

function distance(a: MapPoint, b: MapPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
