import { MAX_PHOTO_BYTES } from '@/domain/photo'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { photoKind } from './photo-kind'
import { AIM_BYTES, JPEG_QUALITIES, fitWithin, isLight } from './photo-size'

export type PhotoTrouble = 'photo_too_big' | 'photo_wrong_kind' | 'photo_heic' | 'photo_broken'

/** The photo as it will be sent, or why it cannot be. */
export type PreparedPhoto = { photo: OutboxPhoto } | { trouble: PhotoTrouble }

/**
 * Makes a picked file ready to be kept and sent (spec 5, photo). Its bytes are read now, because a picked file can
 * become unreadable later. It is turned the right way up and made smaller; only if this browser cannot decode it
 * does a JPEG or PNG stay as it was, and the server judges it.
 */
export async function preparePhoto(file: Blob, name: string): Promise<PreparedPhoto> {
  if (file.size > MAX_PHOTO_BYTES) return { trouble: 'photo_too_big' }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (bytes === undefined || bytes.byteLength === 0) return { trouble: 'photo_broken' }
  const kind = photoKind(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength)))
  if (kind === 'other') return { trouble: 'photo_wrong_kind' }

  const picture = await decode(new Blob([bytes], { type: `image/${kind}` }))
  if (picture === undefined) {
    return kind === 'heic' ? { trouble: 'photo_heic' } : { photo: { bytes, type: `image/${kind}`, name } }
  }
  try {
    if (kind !== 'heic' && isLight(bytes.byteLength, picture)) {
      return { photo: { bytes, type: `image/${kind}`, name } }
    }
    const jpeg = await toJpeg(picture)
    if (jpeg !== undefined) return { photo: { bytes: jpeg, type: 'image/jpeg', name: asJpegName(name) } }
    return kind === 'heic' ? { trouble: 'photo_heic' } : { photo: { bytes, type: `image/${kind}`, name } }
  } finally {
    picture.close()
  }
}

/** Turned as its EXIF orientation says; undefined when this browser cannot read it. */
async function decode(blob: Blob): Promise<ImageBitmap | undefined> {
  return createImageBitmap(blob, { imageOrientation: 'from-image' }).catch(() => undefined)
}

async function toJpeg(picture: ImageBitmap): Promise<ArrayBuffer | undefined> {
  const { width, height } = fitWithin(picture)
  // A plain canvas, not OffscreenCanvas: Safari 16 lacks its 2d context.
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return undefined
  // JPEG has no transparency: what shines through a PNG becomes white, not black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  let jpeg: Blob | null = null
  for (const quality of JPEG_QUALITIES) {
    jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (jpeg === null || jpeg.size <= AIM_BYTES) break
  }
  // Safari keeps the memory of large canvases for a while unless they are emptied.
  canvas.width = 0
  canvas.height = 0
  return jpeg?.arrayBuffer()
}

function asJpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`
}
