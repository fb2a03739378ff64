import { useRouter, useRouterState } from '@tanstack/react-router'
import { ImageIcon } from 'lucide-react'
import { useRef, type CSSProperties } from 'react'
import { onPlainClick } from '@/client/shared/links/web-url'
import { Dialog } from '@/client/shared/loading/lazy-part'
import { EventPoster, MAX_ENLARGEMENT, Photo, photoSize } from '@/client/shared/photos/photo'
import type { OwnEvent, ProgrammeEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { column } from 'styled-system/patterns'

/** A phone with three pixels to one has as many as the 800 px picture; four times the bytes would show no more. */
const SIZES =
  '(min-width: 64rem) 26rem, (min-width: 48rem) 14rem, (max-width: 30rem) and (min-resolution: 2.5dppx) 60vw, 100vw'

/** The ratio of the frame, width to height: a picture narrower or wider than any photo of a camera has ground beside it. */
const NARROWEST = 0.4
const WIDEST = 4

/**
 * The whole photo, since a poster cut off loses what it says; a click opens it full size in a dialog (rules 2.6). It is a
 * link to the image itself, which also serves without script. A drawn poster says nothing that the title does not: it is small.
 */
export function EventPhoto({ event }: { event: OwnEvent }) {
  const router = useRouter()
  // Opening adds an entry to the browser's history: Back, Escape and the close button all close it, and leave no entry behind.
  const isOpen = useRouterState({ select: ({ location }) => location.state.isPhotoOpen === true })
  const link = useRef<HTMLAnchorElement>(null)
  const { photo } = event
  if (event.is_photo_withheld === true && event.status !== 'PUBLISHED')
    return (
      <p className={withheld}>
        <ImageIcon size="1.5rem" />
        {m.event_photo_later()}
      </p>
    )
  if (photo === undefined) return <EventPoster event={event} className={poster} />
  const open = () =>
    void router.navigate({
      to: '.',
      search: true,
      state: (before) => ({ ...before, isPhotoOpen: true }),
      resetScroll: false,
    })
  const whole = { event, alt: m.event_photo_of({ title: event.title }), isFirst: true, isWhole: true }
  return (
    <>
      <a
        ref={link}
        href={photo}
        className={frame}
        style={frameStyle(event)}
        aria-label={m.event_show_photo()}
        aria-haspopup="dialog"
        onClick={onPlainClick(open)}
      >
        <Photo {...whole} className={image} sizes={SIZES} />
      </a>
      {isOpen ? (
        <Dialog
          title={event.title}
          closeLabel={m.app_close()}
          size="photo"
          onClose={() => {
            if (router.history.location.state.isPhotoOpen) router.history.back()
          }}
          // A Tab pressed before the dialog holds the focus has taken it from the link already.
          finalFocus={() => link.current}
        >
          <Photo {...whole} className={fullImage} style={{ width: fittingWidth(event) }} sizes="1600px" />
        </Dialog>
      ) : null}
    </>
  )
}

/** The frame has the photo's proportions before it arrives, and is narrower where it would be too high. */
function frameStyle(event: ProgrammeEvent): CSSProperties {
  const { width, height } = photoSize(event)
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, width / height)).toFixed(4)
  return {
    aspectRatio: ratio,
    width: `min(100%, ${Math.round(width * MAX_ENLARGEMENT)}px, var(--most) * ${ratio})`,
  }
}

/** As large as the window less the dialog's margins lets it be whole, whatever its shape (rules 2.6). */
function fittingWidth(event: ProgrammeEvent): CSSProperties['width'] {
  const { width, height } = photoSize(event)
  // The ratio is rounded down: a pixel too high would be behind the edge.
  const ratio = Math.floor((width / height) * 1000) / 1000
  return `min(${Math.round(width * MAX_ENLARGEMENT)}px, 100vw - 1rem, (100dvh - 1rem) * ${ratio})`
}

const frame = css({
  // On a phone the words begin in the same window; a poster for the wall is nearly whole as wide as the page.
  '--most': { base: '38svh', md: 'min(36rem, 75svh)' },
  display: 'block',
  marginLeft: 'auto',
  marginRight: { base: 'auto', md: '0' },
  borderRadius: 'lg',
  overflow: 'hidden',
  bg: 'bg.sunken',
  _print: { width: '[100%!]' },
})
const image = css({ width: 'full', height: 'full', objectFit: 'cover' })
const fullImage = css({ marginInline: 'auto', height: 'auto', maxWidth: '[none]' })
const withheld = column({
  justifyItems: 'center',
  alignContent: 'center',
  gap: '2',
  minHeight: { base: '[6rem]', md: '[10rem]' },
  padding: '4',
  borderRadius: 'lg',
  border: '[1px dashed {colors.border.strong}]',
  bg: 'bg.sunken',
  textStyle: 'small',
  textAlign: 'center',
})
const poster = css({
  width: 'full',
  aspectRatio: { base: '[1]', md: '[2 / 1]', _print: '[2 / 1]' },
  borderRadius: { base: 'md', md: 'lg' },
})
