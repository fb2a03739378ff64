import pLimit from 'p-limit'
import { posterSvg } from '@/domain/posters/poster'
import type { PhotoRenderer } from '@/server/platform/photos/photo-renderer'
import type { PhotoStore } from '@/server/platform/photos/stores/store'
import type { DemoPhotos } from './load-demo'
import type { Log } from '@/server/platform/process/logger'

const WIDTH = 1280
const HEIGHT = 800

/**
 * Photos of the demonstration: the project's own posters, rendered and put through the real pipeline. An event whose poster
 * cannot be rendered or stored has none: the first start must not depend on it.
 */
export function posterPhotos(
  store: PhotoStore,
  renderer: Pick<PhotoRenderer, 'renderSvg'>,
  log: Log<'warn'>,
): DemoPhotos {
  const oneAtATime = pLimit(1)
  const poster = async (subject: Parameters<DemoPhotos['photoFor']>[0]) => {
    const rendered = await renderer.renderSvg(posterSvg(subject, { width: WIDTH, height: HEIGHT }))
    if (!rendered.ok) throw new Error(`a poster could not be rendered: ${rendered.code}`)
    return store.put(rendered.photo)
  }
  return {
    photoFor: (subject) =>
      oneAtATime(poster, subject).catch((error: unknown) => {
        log.warn({ err: error, title: subject.title }, 'an event of the demonstration has no poster')
        return undefined
      }),
  }
}
