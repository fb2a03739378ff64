import { EventMap } from '@/client/shared/maps/event-map'
import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'
import type { ProgrammeEvent } from '@/contract/events'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'

/**
 * The map, where there is one, and the coordinates, which need neither key nor consent nor network. The place's name and
 * the link to its map stand once, among the facts (spec 2.6).
 */
export function EventLocation({ event }: { event: ProgrammeEvent }) {
  const { latitude, longitude } = event
  const coordinates = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <section className={box}>
      <h2 className={cx(title, onScreen)}>{m.event_location()}</h2>
      <div className={onScreen}>
        <EventMap latitude={latitude} longitude={longitude} place={event.location_name} />
      </div>
      <div className={small}>
        {m.event_coordinates()}: {coordinates}
        <Clipboard text={coordinates} copiedLabel={m.event_coordinates_copied()}>
          {(copy) => (
            <Button variant="ghost" size="sm" onClick={copy}>
              {m.event_coordinates_copy()}
            </Button>
          )}
        </Clipboard>
      </div>
    </section>
  )
}

const onScreen = css({ _print: { display: 'none' } })
const box = css({ minWidth: '0', overflowWrap: 'anywhere' })
const title = css({ textStyle: 'heading', marginBottom: '3' })
const small = css({ textStyle: 'small', color: 'fg.muted' })
