import pLimit from 'p-limit'
import sharp from 'sharp'
import { posterSvg } from '@/domain/poster'
import type { DemoPhotos } from './load-demo'
import { renderPhoto } from '@/server/photos/pipeline'
import type { PhotoStore } from '@/server/photos/store'

const WIDTH = 1280
const HEIGHT = 800
const POSTERS_AT_ONCE = 2

/** Photos of the demonstration: the project's own posters, rendered and put through the real pipeline. */
export function posterPhotos(store: PhotoStore): DemoPhotos {
  const drawing = pLimit(POSTERS_AT_ONCE)
  return { photoFor: (subject) => drawing(() => draw(subject)) }

  async function draw(subject: Parameters<DemoPhotos['photoFor']>[0]) {
    const svg = posterSvg({ ...subject, width: WIDTH, height: HEIGHT })
    const picture = await sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer()
    const rendered = await renderPhoto(picture)
    if (!rendered.ok) throw new Error(`a poster could not be rendered: ${rendered.code}`)
    return store.put(rendered.photo)
  }
}
