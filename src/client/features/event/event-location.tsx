import { EventMap } from '@/client/shared/maps/event-map'
import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'
import { PinIcon } from '@/client/design-system/icons/icons'
import type { ProgrammeEvent } from '@/contract/events'
import { isLocated, mapUrl } from '@/domain/places/place'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'
import { nearestPlace } from './location/nearest-place'
import { placeLines } from './location/place-lines'
import { DirectionsLink } from './share/event-actions'

/**
 * The place: what it is called, its address, what is near, and the ways to a map (rules 2.6). The embedded map is there where one
 * is configured. A place of which only the name is known has no point on a map.
 */
export function EventLocation({ event }: { event: ProgrammeEvent }) {
  const { latitude, longitude } = event
  const { name, lines } = placeLines(event)
  const near = nearestPlace(event)
  const coordinates = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const isKnown = isLocated(event)
  return (
    <section className={box}>
      <h2 className={title}>{m.event_location()}</h2>
      <div className={cx(card({ pad: true }), place)}>
        <PinIcon size={24} />
        <div className={text}>
          <p className={placeName}>{name}</p>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {near === undefined ? null : (
            <p className={muted}>{m.event_place_near({ metres: near.metres, place: near.name })}</p>
          )}
          {isKnown ? <p className={onPaper}>{coordinates}</p> : null}
        </div>
        <div className={cx(cluster(), actions)}>
          <DirectionsLink place={event} />
          {isKnown ? (
            <>
              <a href={mapUrl(event)} className={button({ variant: 'ghost' })} target="_blank" rel="noopener">
                {m.event_view_on_map()}
              </a>
              <Clipboard text={coordinates} copiedLabel={m.event_coordinates_copied()}>
                {(copy) => (
                  <Button variant="ghost" size="sm" onClick={copy}>
                    {m.event_coordinates_copy()}
                  </Button>
                )}
              </Clipboard>
            </>
          ) : null}
        </div>
      </div>
      {isKnown ? (
        <div className={onScreen}>
          <EventMap latitude={latitude} longitude={longitude} place={event.location_name} />
        </div>
      ) : null}
    </section>
  )
}

const onScreen = css({ _print: { display: 'none' } })
// There the name and the address stand among the facts.
const onPaper = css({ display: { base: 'none', _print: 'block' } })
const box = css({ display: 'grid', gap: '3', minWidth: '0', overflowWrap: 'anywhere' })
const title = css({ textStyle: 'heading' })
const place = css({
  display: 'grid',
  gridTemplateColumns: '[auto minmax(0, 1fr)]',
  columnGap: '3',
  rowGap: '4',
  '& > svg': { color: 'accent.fg' },
})
const text = css({ display: 'grid', gap: '0.5' })
const placeName = css({ textStyle: 'subheading' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const actions = css({ gridColumn: '[1 / -1]', _print: { display: 'none' } })
