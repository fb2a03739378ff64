import sharp from 'sharp'
import type { SeededRandom } from '@/domain/posters/poster'
import { openPhotoStore } from '@/server/platform/photos/stores/s3-store'
import { renderPhoto } from '../../src/server/platform/photos/pipeline'
import type { StoredPhoto } from '../../src/server/platform/photos/stores/store'

type Size = readonly [width: number, height: number]
const SIZES: readonly [Size, ...Size[]] = [
  [1600, 1200],
  [1200, 1600],
  [2000, 900],
  [1080, 1080],
]

/** Stores so many different photos, through the real pipeline, in the photo store of a data folder. */
export async function storePhotos(
  dataDir: string,
  count: number,
  random: SeededRandom,
): Promise<StoredPhoto[]> {
  const { photos: store } = await openPhotoStore({ dataDir, photoBucket: undefined, log: console })
  const stored: StoredPhoto[] = []
  for (let number = 0; number < count; number += 1) {
    const rendered = await renderPhoto(await photo(random))
    if (!rendered.ok) throw new Error(`a photo could not be rendered: ${rendered.code}`)
    stored.push(await store.put(rendered.photo))
  }
  return stored
}

/** A sky, a sea and a crowd of dots, with the grain of a camera: a JPEG of some hundred kilobytes. */
async function photo(random: SeededRandom): Promise<Buffer> {
  const [width, height] = random.pick(SIZES)
  const hue = random.between(0, 359)
  const dots = Array.from({ length: 60 }, () => {
    const [x, y, radius] = [random.between(0, width), random.between(0, height), random.between(8, 90)]
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="hsl(${random.between(0, 359)} 60% 50% / 0.6)"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue} 50% 75%)"/>
    <rect y="${Math.round(height * 0.6)}" width="100%" height="40%" fill="hsl(${(hue + 200) % 360} 45% 35%)"/>
    ${dots.join('')}</svg>`
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const grain = await sharp({
    create: { width: 256, height: 256, channels: 3, background: '#808080', noise },
  })
    .png()
    .toBuffer()
  return sharp(Buffer.from(svg))
    .composite([{ input: grain, blend: 'soft-light', tile: true }])
    .flatten()
    .jpeg({ quality: 88 })
    .toBuffer()
}
