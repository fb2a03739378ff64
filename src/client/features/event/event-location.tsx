import { MapIcon } from '@/client/ui/icons'
import type { ProgrammeEvent } from '@/contract/events'
import { mapUrl } from '@/domain/place'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { EventMap } from '@/client/kit/event-map'

/** Address, coordinates and the link, which need neither key nor consent nor network; and the map where there is one. */
export function EventLocation({ event }: { event: ProgrammeEvent }) {
  const { latitude, longitude } = event
  return (
    <section className={box}>
      <h2 className={title}>{m.event_location()}</h2>
      <p>{event.location_name}</p>
      <p className={coordinates}>
        {m.event_coordinates()}: {latitude.toFixed(5)}, {longitude.toFixed(5)}
      </p>
      <EventMap latitude={latitude} longitude={longitude} place={event.location_name} />
      <a
        href={mapUrl(latitude, longitude)}
        className={button({ variant: 'secondary' })}
        target="_blank"
        rel="noopener"
      >
        <MapIcon size={20} />
        {m.event_view_on_map()}
      </a>
    </section>
  )
}

const box = css({ display: 'grid', gap: '2', justifyItems: 'start', minWidth: '0', overflowWrap: 'anywhere' })
const title = css({ textStyle: 'heading', marginBottom: '1' })
const coordinates = css({ textStyle: 'small', color: 'fg.muted', marginBottom: '2' })
