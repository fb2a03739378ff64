import type { CSSProperties } from 'react'
import { Photo, MAX_ENLARGEMENT, photoSize } from '@/client/shared/photos/photo'
import { Dialog, type DialogProps } from '@/client/design-system/overlays/dialog'
import type { ProgrammeEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

type PhotoDialogProps = Pick<DialogProps, 'onClose' | 'finalFocus'> & { event: ProgrammeEvent }

/** The photo as large as the window lets it be whole (rules 2.6). */
export function PhotoDialog({ event, ...dialog }: PhotoDialogProps) {
  return (
    <Dialog open {...dialog} title={event.title} closeLabel={m.event_close()} size="photo">
      <Photo
        event={event}
        alt={m.event_photo_of({ title: event.title })}
        isWhole
        isFirst
        className={image}
        style={{ width: fittingWidth(event) }}
        sizes="1600px"
      />
    </Dialog>
  )
}

/** Fits the window less the dialog's margins, whatever its shape. */
function fittingWidth(event: ProgrammeEvent): CSSProperties['width'] {
  const { width, height } = photoSize(event)
  // The ratio is rounded down: a pixel too high would be behind the edge.
  const ratio = Math.floor((width / height) * 1000) / 1000
  return `min(${Math.round(width * MAX_ENLARGEMENT)}px, 100vw - 1rem, (100dvh - 1rem) * ${ratio})`
}

const image = css({ marginInline: 'auto', height: 'auto', maxWidth: '[none]' })
