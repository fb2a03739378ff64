import { useState, type CSSProperties, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Photo, MAX_ENLARGEMENT, photoSize } from '@/client/shared/photos/photo'
import { Dialog, type DialogProps } from '@/client/design-system/overlays/dialog'
import type { ProgrammeEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

export type PhotoDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'finalFocus'> & {
  event: ProgrammeEvent
}

/** The photo as large as the window lets it be whole (rules 2.6); a click on it magnifies what was clicked. */
export function PhotoDialog({ event, open, onClose, finalFocus }: PhotoDialogProps) {
  const [isZoomed, setZoomed] = useState(false)
  const zoom = ({ currentTarget, nativeEvent }: MouseEvent<HTMLElement>) => {
    const { offsetWidth, offsetHeight, parentElement: body } = currentTarget
    const [x, y] = [nativeEvent.offsetX / offsetWidth, nativeEvent.offsetY / offsetHeight]
    flushSync(() => setZoomed(!isZoomed))
    // The clicked point goes to the middle, as far as the photo reaches.
    body?.scrollTo(x * body.scrollWidth - body.clientWidth / 2, y * body.scrollHeight - body.clientHeight / 2)
  }
  return (
    <Dialog
      open={open}
      onClose={() => {
        setZoomed(false)
        onClose()
      }}
      title={event.title}
      closeLabel={m.event_close()}
      size="photo"
      finalFocus={finalFocus}
    >
      <button
        type="button"
        className={button}
        aria-pressed={isZoomed}
        aria-label={m.event_photo_zoom()}
        onClick={zoom}
      >
        <Photo
          event={event}
          alt={m.event_photo_of({ title: event.title })}
          isWhole
          isFirst
          className={image}
          style={{ width: widthOf(event, isZoomed) }}
          sizes="1600px"
        />
      </button>
    </Dialog>
  )
}

/** Fits the window less the dialog's margins, whatever its shape; magnified at least twice as wide. */
function widthOf(event: ProgrammeEvent, isZoomed: boolean): CSSProperties['width'] {
  const { width, height } = photoSize(event)
  // The ratio is rounded down: a pixel too high would be behind the edge.
  const ratio = Math.floor((width / height) * 1000) / 1000
  const fitting = `min(${Math.round(width * MAX_ENLARGEMENT)}px, 100vw - 1rem, (100dvh - 1rem) * ${ratio})`
  return isZoomed ? `max(${width}px, 2 * ${fitting})` : fitting
}

const button = css({
  display: 'block',
  marginInline: 'auto',
  _focusVisible: { outlineOffset: '[-4px]' },
  cursor: 'zoom-in',
  '&[aria-pressed=true]': { cursor: 'zoom-out' },
})
const image = css({ height: 'auto', maxWidth: '[none]' })
