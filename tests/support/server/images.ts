import sharp from 'sharp'

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

/** Uploads for photos that come as base64: nothing was uploaded before. */
export const noUploads = { read: async () => undefined, remove: async () => undefined }
