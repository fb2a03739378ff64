import { useCallback } from 'react'
import type { OutboxPhoto } from '@/offline/outbox/entry'

interface PhotoPreviewProps {
  photo: OutboxPhoto
  alt: string
  className: string | undefined
}

/** A photo that is on this device only, from its own bytes. */
export function PhotoPreview({ photo, alt, className }: PhotoPreviewProps) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return
      image.src = URL.createObjectURL(new Blob([photo.bytes], { type: photo.type }))
      return () => URL.revokeObjectURL(image.src)
    },
    // Every read of the outbox or of a draft makes new objects of the same photo; another one has another length or name.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [photo.bytes.byteLength, photo.name],
  )
  return <img ref={show} alt={alt} className={className} />
}
