import sharp from 'sharp'
import type { PhotoVariant } from '@/domain/events/event'

/** Test images, plain in a colour. */
export async function jpeg(color = '#3388aa', width = 640, height = 480): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
}

export async function png(color = '#3388aa'): Promise<Buffer> {
  return sharp({ create: { width: 120, height: 90, channels: 3, background: color } })
    .png()
    .toBuffer()
}

/** The pictures of a photo, which hold this word: whole ones to the store, though nobody can see them. */
export function pictureFiles(word: string): Record<PhotoVariant, Buffer> {
  return {
    full: asJpeg(`full of ${word}`),
    '1200x630': asJpeg(`cover of ${word}`),
    '800': asWebp(`800 of ${word}`),
    '400': asWebp(`400 of ${word}`),
  }
}

function asJpeg(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(text), Buffer.from([0xff, 0xd9])])
}

function asWebp(text: string): Buffer {
  const content = Buffer.from(`WEBP${text}`)
  const head = Buffer.from('RIFF....')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

/** Uploads for photos that come as base64: nothing was uploaded before. */
export const noUploads = { read: async () => undefined, remove: async () => undefined }
