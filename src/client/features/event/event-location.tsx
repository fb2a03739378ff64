import { MapIcon } from '@/client/ui/icons'
import type { ProgrammeEvent } from '@/contract/events'
import { mapUrl } from '@/domain/place'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'

/** Address, coordinates and the way to the map: what stands here without a map key or a network (decisions, maps). */
export function EventLocation({ event }: { event: ProgrammeEvent }) {
  const { latitude, longitude } = event
  return (
    <section className={box}>
      <h2 className={title}>{m.event_location()}</h2>
      <p>{event.location_name}</p>
      <p className={coordinates}>
        {m.event_coordinates()}: {latitude.toFixed(5)}, {longitude.toFixed(5)}
      </p>
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

const box = css({ display: 'grid', gap: '2', justifyItems: 'start' })
const title = css({ textStyle: 'heading', marginBottom: '1' })
const coordinates = css({ textStyle: 'small', color: 'fg.muted', marginBottom: '2' })
