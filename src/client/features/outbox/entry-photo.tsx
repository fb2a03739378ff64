import { useCallback } from 'react'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'

/** The photo of an entry, small, from its own bytes. */
export function EntryPhoto({ photo, title }: { photo: OutboxPhoto; title: string }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return
      image.src = URL.createObjectURL(new Blob([photo.bytes], { type: photo.type }))
      return () => URL.revokeObjectURL(image.src)
    },
    // Every read of the outbox makes new objects of the same photo; another photo has another length.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [photo.bytes.byteLength],
  )
  return <img ref={show} alt={m.outbox_photo_alt({ title })} className={image} />
}

const image = css({
  flexShrink: '0',
  width: '20',
  height: '20',
  borderRadius: 'md',
  objectFit: 'cover',
  bg: 'bg.sunken',
})
