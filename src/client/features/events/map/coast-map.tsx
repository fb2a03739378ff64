import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useId, useRef, useState, type ComponentProps } from 'react'
import { AgendaDays, agendaTime } from '@/client/shared/agenda/agenda-rows'
import {
  CoastPicture,
  distance,
  isWithin,
  KNOWN_PLACES,
  placed,
  pointOf,
  viewOf,
  type MapMark,
  type MapPoint,
  type MapView,
} from '@/client/shared/maps/coast-sketch'
import { IconButton } from '@/client/design-system/button'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { smallText, subheadingText } from '@/client/design-system/text'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { COAST_SOURCE } from '@/site/coast'
import { countedFrom } from '@/client/features/events/filters/event-filters'
import type { Nearness } from '@/client/features/events/near/nearness'
import { LOCAL_FIRST, PROGRAMME_KEY, useProgramme } from '@/client/shared/programme/programme-queries'
import type { PublicEvent } from '@/contract/events/events'
import { dateBlockDay, dateBlockOf } from '@/client/shared/time/event-dates'
import { isLongEvent } from '@/domain/events/event'
import { splitLocationName, isLocated } from '@/domain/places/place'
import { villageDay } from '@/domain/time/local-time'
import { XIcon } from 'lucide-react'
import { css, cx } from 'styled-system/css'
import { cluster, column } from 'styled-system/patterns'
import { card, chip, textLink } from 'styled-system/recipes'

interface CoastMapProps {
  filter: ProgrammeFilter
  now: number
  near: Nearness | undefined
}

/** Rem: a pin with an hour and a number. */
const [PIN_WIDTH, PIN_HEIGHT] = [5.75, 2.25]
/** In units of 10 m: what is this near to the centre is of the village. */
const VILLAGE_RADIUS = 80
const CENTRE = pointOf(SITE.centre)
const VILLAGE_PLACES = KNOWN_PLACES.filter((place) => distance(place, CENTRE) < VILLAGE_RADIUS)

/** A map of the events that the filter finds, rendered from a record of our own: no network and nobody else has a part in it. */
export function CoastMap({ filter, now, near }: CoastMapProps) {
  const programme = useProgramme()
  // From the replica where it is complete: each event once, with its next date.
  const { data: found, isError } = useQuery({
    ...LOCAL_FIRST,
    queryKey: [...PROGRAMME_KEY, 'map', filter],
    queryFn: () => programme.list(filter, 1, MAX_MAP_EVENTS),
    placeholderData: keepPreviousData,
  })
  const data = found?.data
  const [isWide, setWide] = useState(false)
  const [size, setSize] = useState({ width: 360, height: 560, rem: 16 })
  const [chosen, setChosen] = useState<string>()
  const listId = useId()
  const openPin = useRef<HTMLButtonElement>(null)
  const view = viewOf(isWide ? KNOWN_PLACES : VILLAGE_PLACES, size)
  const { pins, elsewhere } = pinsOf(data?.items ?? [], view)
  // The longest names of pins come first: the others find room more easily.
  const marks = [
    ...pins.toSorted((a, b) => b.name.length - a.name.length),
    ...KNOWN_PLACES.filter(({ name }) => !pins.some(({ places }) => places.includes(name))),
  ]
  const open = pins.find((pin) => keyOf(pin) === chosen)
  const from = countedFrom(filter, now)
  const here = near?.position && placed(view, pointOf(near.position))
  const measure = useCallback((frame: HTMLElement | null) => {
    if (frame === null || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setSize({ width: frame.clientWidth, height: frame.clientHeight, rem })
    })
    observer.observe(frame)
    return () => observer.disconnect()
  }, [])
  const close = () => {
    // The button goes with the list that it closes.
    openPin.current?.focus()
    setChosen(undefined)
  }
  return (
    <section aria-label={m.map_label()} className={section}>
      <div ref={measure} className={frame}>
        <CoastPicture view={view} marks={marks}>
          {here ? <span className={position} style={atPercent(view, here)} title={m.map_here()} /> : null}
          <button
            type="button"
            className={cx(chip(), wider)}
            aria-pressed={isWide}
            onClick={() => setWide(!isWide)}
          >
            {m.map_extent_coast()}
          </button>
          {pins.map((pin) => (
            <Pin
              key={keyOf(pin)}
              ref={pin === open ? openPin : undefined}
              {...{ pin, view, now, from }}
              aria-expanded={pin === open}
              aria-controls={listId}
              onClick={() => setChosen(pin === open ? undefined : keyOf(pin))}
            />
          ))}
        </CoastPicture>
        <div id={listId} className={cx(card(), sheet)} hidden={open === undefined}>
          {open ? (
            <>
              <div className={sheetHead}>
                <h2 className={subheadingText}>{pinLabel(open)}</h2>
                <IconButton label={m.map_close()} icon={<XIcon size="1.25rem" />} onClick={close} />
              </div>
              {open.places.length > 1 ? <p className={smallText}>{open.places.join(', ')}</p> : null}
              <AgendaDays events={open.events} isInList distanceOf={near?.distanceOf} {...{ now, from }} />
            </>
          ) : null}
        </div>
      </div>
      <p className={smallText}>
        {isError ? `${m.map_failed()} ` : null}
        {elsewhere.length > 0 ? `${m.map_elsewhere({ n: elsewhere.length })} ` : null}
        {data?.has_more ? `${m.map_more({ n: MAX_MAP_EVENTS })} ` : null}
        {m.map_source()}{' '}
        <a className={textLink()} href={COAST_SOURCE.address} target="_blank" rel="noopener">
          {COAST_SOURCE.name}
        </a>
        , {COAST_SOURCE.licence}
      </p>
    </section>
  )
}

interface PinProps extends ComponentProps<'button'> {
  pin: MapPin
  view: MapView
  now: number
  from: number | undefined
}

/** 'Now' or the hour of the first event, or its day where that is another than the first of the list, and how many there are. */
function Pin({ pin, view, now, from = now, ...button }: PinProps) {
  const [first] = pin.events
  const n = pin.events.length
  if (first === undefined) return null
  const locale = getLocale()
  const startsAt = dateBlockDay(first, from)
  const { weekday, day } = dateBlockOf(startsAt, locale)
  const isUnderWay = from === now && first.start_time <= now && !first.is_all_day
  const hour = isLongEvent(first) ? m.events_now() : agendaTime(first, now).lead
  const isOnDay = villageDay(startsAt) === villageDay(from)
  const when = isUnderWay ? m.events_now() : isOnDay ? hour : `${weekday} ${day}`
  return (
    <button type="button" className={pinButton} style={atPercent(view, placed(view, pin))} {...button}>
      {when}
      <VisuallyHidden>, {pinLabel(pin)}</VisuallyHidden>
      {n > 1 ? (
        <span aria-hidden className={count}>
          {n}
        </span>
      ) : null}
    </button>
  )
}

const keyOf = ({ x, y }: MapPin) => `${x} ${y}`

function pinLabel({ places: [place = '', ...others], events }: MapPin): string {
  const n = events.length
  return others.length === 0 ? m.map_pin({ place, n }) : m.map_pin_places({ place, more: others.length, n })
}

function atPercent({ width, height }: MapView, { x, y }: MapPoint) {
  return { left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` }
}

/** The server gives this many at once, and a map of more tells nobody where to go. */
const MAX_MAP_EVENTS = 100

/** A place with events, or several whose pins would lie over one another: it stands where the first event is. */
interface MapPin extends MapMark {
  places: readonly string[]
  /** By time; what goes on for many days comes last. */
  events: readonly PublicEvent[]
}

/** One pin of more places is the village's. */
const MANY_PLACES = 4

/**
 * The pins of these events, which come by time, from north to south, the order in which the keyboard meets them. `elsewhere`: what lies
 * outside the view, or at a place that is known by its name only.
 */
export function pinsOf(events: readonly PublicEvent[], view: MapView) {
  const [width, height] = [PIN_WIDTH * view.rem, PIN_HEIGHT * view.rem]
  const elsewhere: PublicEvent[] = []
  const groups: (MapPoint & { places: Set<string>; events: PublicEvent[] })[] = []
  for (const event of events) {
    const point = placed(view, pointOf(event))
    if (!isLocated(event) || !isWithin(view, point)) {
      elsewhere.push(event)
      continue
    }
    // A pin at the edge stands inside it.
    const at = { x: within(point.x, width, view.width), y: within(point.y, height, view.height) }
    const [nearest] = groups
      .filter(({ x, y }) => Math.abs(x - at.x) < width && Math.abs(y - at.y) < height)
      .toSorted((a, b) => distance(a, at) - distance(b, at))
    const group = nearest ?? { ...at, places: new Set(), events: [] }
    if (group.events.length === 0) groups.push(group)
    group.places.add(splitLocationName(event.location_name).displayName)
    group.events.push(event)
  }
  const pins = groups.map(({ places: [...places], events: there, x, y }): MapPin => ({
    x: view.x + x / view.scale,
    y: view.y + y / view.scale,
    name: nameOf(places),
    kind: 'pin',
    width: there.length > 1 ? PIN_WIDTH : PIN_WIDTH - 1,
    height: PIN_HEIGHT,
    places,
    events: there.toSorted((a, b) => Number(isLongEvent(a)) - Number(isLongEvent(b))),
  }))
  return { pins: pins.toSorted((a, b) => a.y - b.y || a.x - b.x), elsewhere }
}

function nameOf([first = '', ...others]: readonly string[]): string {
  if (others.length > MANY_PLACES) return SITE.village
  return others.length > 0 ? `${first} +${others.length}` : first
}

const within = (at: number, size: number, end: number) => Math.min(end - size / 2, Math.max(size / 2, at))

const section = column({ gap: '2', alignContent: 'start', md: { position: 'sticky', top: '[4.5rem]' } })
const frame = css({
  position: 'relative',
  height: '[max(20rem, 100svh - 8rem)]',
  border: 'hairline',
  borderRadius: 'lg',
  overflow: 'clip',
})
const wider = css({ position: 'absolute', bottom: '2', right: '2' })
const position = css({
  position: 'absolute',
  width: '4',
  height: '4',
  borderRadius: 'full',
  border: '[3px solid {colors.bg.surface}]',
  bg: 'focus',
  boxShadow: 'mid',
  translate: '[-50% -50%]',
})
const pinButton = css({
  position: 'absolute',
  translate: '[-50% -50%]',
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minHeight: '8',
  paddingInline: '2.5',
  borderRadius: 'full',
  border: '[2px solid {colors.bg.surface}]',
  bg: 'accent',
  color: 'fg.onAccent',
  fontSize: 'xs',
  fontWeight: 'bold',
  whiteSpace: 'nowrap',
  boxShadow: 'mid',
  _hover: { bg: 'accent.hover', zIndex: 'raised' },
  _after: { content: '""', position: 'absolute', inset: '[-0.5rem]' },
  '&[aria-expanded=true]': { bg: 'bg.sea', color: 'fg.onSea' },
})
const count = css({
  minWidth: '4',
  paddingInline: '1',
  borderRadius: 'full',
  bg: 'bg.surface',
  color: 'fg.default',
})
const sheet = css({
  position: 'absolute',
  insetInline: '2',
  bottom: '2',
  maxHeight: '[55%]',
  maxWidth: '[24rem]',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  paddingInline: '3',
  paddingBottom: '3',
  bg: 'bg.page',
  boxShadow: 'high',
  _hidden: { display: 'none' },
})
const sheetHead = cluster({
  position: 'sticky',
  top: '0',
  zIndex: 'raised',
  flexWrap: 'nowrap',
  justify: 'space-between',
  minHeight: '16',
  bg: 'bg.page',
})
