import { useCallback } from 'react'
import type { OutboxPhoto } from '@/offline/outbox/entry'

interface OutboxPhotoImageProps {
  photo: OutboxPhoto
  /** '' where the title stands beside it as text. */
  alt: string
  className?: string | undefined
}

/** A photo of the outbox from its own bytes. */
export function OutboxPhotoImage({ photo, alt, className }: OutboxPhotoImageProps) {
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
  return <img ref={show} alt={alt} className={className} />
}
