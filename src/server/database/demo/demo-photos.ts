import pLimit from 'p-limit'
import { posterSvg } from '@/domain/poster'
import type { PhotoRenderer } from '@/server/photos/photo-renderer'
import type { PhotoStore } from '@/server/photos/store'
import type { DemoPhotos } from './load-demo'

const WIDTH = 1280
const HEIGHT = 800

/** Photos of the demonstration: the project's own posters, rendered and put through the real pipeline. */
export function posterPhotos(store: PhotoStore, renderer: Pick<PhotoRenderer, 'draw'>): DemoPhotos {
  const oneAtATime = pLimit(1)
  return {
    photoFor: (subject) =>
      oneAtATime(async () => {
        const rendered = await renderer.draw(posterSvg({ ...subject, width: WIDTH, height: HEIGHT }))
        if (!rendered.ok) throw new Error(`a poster could not be rendered: ${rendered.code}`)
        return store.put(rendered.photo)
      }),
  }
}
