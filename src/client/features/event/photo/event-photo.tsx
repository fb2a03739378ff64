import { useState } from 'react'
import type { ComponentType, CSSProperties, MouseEvent } from 'react'
import { EventPoster } from '@/client/shared/programme/event-poster'
import { Photo } from '@/client/shared/photos/photo'
import { report } from '@/client/shared/offline/report'
import type { ProgrammeEvent } from '@/contract/events'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { MAX_ENLARGEMENT, photoSize } from './photo-size'
import type { PhotoDialogProps } from './photo-dialog'

/** A phone with three pixels to one has as many as the 800 px picture; four times the bytes would show no more. */
const SIZES = '(min-width: 64rem) 46rem, (max-width: 30rem) and (min-resolution: 2.5dppx) 60vw, 100vw'

/** Of the frame, width to height: a poster for the wall is nearly whole as wide as the page; a panorama is no slit. */
const NARROWEST = 0.8
const WIDEST = 3

/**
 * The whole photo, since a poster cut off loses what it says; a click opens it full size in a dialog (spec 2.6). It is a
 * link to the image itself, which also serves without script, or when the dialog's chunk cannot be had.
 */
export function EventPhoto({ event }: { event: ProgrammeEvent }) {
  const [Dialog, setDialog] = useState<ComponentType<PhotoDialogProps>>()
  const [isOpen, setOpen] = useState(false)
  const { photo } = event
  if (photo === undefined) {
    return (
      <div className={frame} style={frameStyle(event)}>
        <EventPoster event={event} className={image} />
      </div>
    )
  }
  const open = (click: MouseEvent) => {
    if (click.metaKey || click.ctrlKey || click.shiftKey) return
    click.preventDefault()
    import('./photo-dialog')
      .then((part) => {
        setDialog(() => part.PhotoDialog)
        return setOpen(true)
      })
      .catch((error: unknown) => {
        report('dialog', error)
        window.location.assign(photo)
      })
  }
  return (
    <>
      <a
        href={photo}
        className={frame}
        style={frameStyle(event)}
        aria-label={m.event_show_photo()}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Photo
          event={event}
          alt={m.event_photo_of({ title: event.title })}
          isFirst
          isWhole
          className={image}
          sizes={SIZES}
        />
      </a>
      {Dialog ? <Dialog event={event} open={isOpen} onOpenChange={setOpen} /> : null}
    </>
  )
}

/** The frame has the photo's proportions before it arrives, and leaves room for the title in a low window. */
function frameStyle(event: ProgrammeEvent): CSSProperties {
  const { width, height } = photoSize(event)
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, width / height))
  return {
    aspectRatio: ratio.toFixed(3),
    maxHeight: `min(36rem, 75svh, ${Math.round(height * MAX_ENLARGEMENT)}px)`,
  }
}

const frame = css({
  display: 'block',
  width: 'full',
  borderRadius: 'lg',
  overflow: 'hidden',
  bg: 'bg.sunken',
  _print: { width: '[38%]', float: 'end', marginLeft: '5', marginBottom: '4' },
})

const image = css({ width: 'full', height: 'full', objectFit: 'cover' })
