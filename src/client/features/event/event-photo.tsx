import { useState } from 'react'
import type { ComponentType, MouseEvent } from 'react'
import { EventPoster } from '@/client/kit/event-poster'
import { Photo } from '@/client/kit/photo'
import { report } from '@/client/shell/report'
import type { DialogProps } from '@/client/ui/dialog'
import type { ProgrammeEvent } from '@/contract/events'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/**
 * The photo; a click opens it full size in a dialog (spec 2.6). It is a link to the image itself, which also
 * serves without script, or when the dialog's chunk cannot be had.
 */
export function EventPhoto({ event }: { event: ProgrammeEvent }) {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>()
  const [isOpen, setOpen] = useState(false)
  const { photo } = event
  if (photo === undefined) {
    return (
      <div className={frame}>
        <EventPoster event={event} className={image} />
      </div>
    )
  }
  const open = (click: MouseEvent) => {
    if (click.metaKey || click.ctrlKey || click.shiftKey) return
    click.preventDefault()
    import('@/client/ui/dialog')
      .then((part) => {
        setDialog(() => part.Dialog)
        return setOpen(true)
      })
      .catch((error: unknown) => {
        report('dialog', error)
        window.location.assign(photo)
      })
  }
  const alt = m.event_photo_of({ title: event.title })
  return (
    <>
      <a
        href={photo}
        className={frame}
        aria-label={m.event_show_photo()}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Photo event={event} alt={alt} isFirst className={image} sizes="(min-width: 64rem) 46rem, 100vw" />
      </a>
      {Dialog ? (
        <Dialog
          open={isOpen}
          onOpenChange={setOpen}
          title={event.title}
          closeLabel={m.event_close()}
          size="photo"
        >
          <Photo event={event} alt={alt} className={full} sizes="100vw" />
        </Dialog>
      ) : null}
    </>
  )
}

const frame = css({
  display: 'block',
  width: 'full',
  aspectRatio: '[16 / 9]',
  borderRadius: 'lg',
  overflow: 'hidden',
  bg: 'bg.sunken',
})

const image = css({ width: 'full', height: 'full', objectFit: 'cover' })

const full = css({
  width: 'auto',
  height: 'auto',
  maxWidth: 'full',
  maxHeight: '[calc(100dvh - 7rem)]',
  objectFit: 'contain',
  marginInline: 'auto',
})
