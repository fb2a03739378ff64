import { createImageCache, type ImageCache, isPhotoUrl } from '@/offline/replica/image-cache'

/** After this long another size of the photo, if it is here, is shown instead. */
const PATIENCE_MS = 3000

/** Answers for the programme's pictures: from the device first, their names never change. */
export function cachePhotos(scope: ServiceWorkerGlobalScope): void {
  const { origin } = scope.location
  const images = createImageCache({ caches: scope.caches, fetch: (url) => scope.fetch(url), origin })
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const isPhoto = request.method === 'GET' && request.mode !== 'navigate' && isPhotoUrl(request.url, origin)
    if (!isPhoto) return
    const answer = photo(images, scope, request)
    event.respondWith(answer.then(({ response }) => response))
    event.waitUntil(answer.then(({ kept }) => kept))
  })
}

interface Answer {
  response: Response
  /** The copy for later, written after the page has its answer. */
  kept: Promise<void>
}

async function photo(images: ImageCache, scope: ServiceWorkerGlobalScope, request: Request): Promise<Answer> {
  const nothing = Promise.resolve()
  const here = await images.find(request.url)
  if (here !== undefined) return { response: here, kept: nothing }
  const otherSize = await images.findOtherSize(request.url)
  const fetched = scope.fetch(request)
  if (otherSize === undefined) {
    const response = await fetched.catch(() => Response.error())
    return { response, kept: keep(images, request, response) }
  }
  const patience = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS))
  const inTime = await Promise.race([fetched, patience]).catch(() => undefined)
  if (inTime === undefined || !inTime.ok) {
    const late = fetched.then((response) => images.keep(request.url, response)).catch(() => undefined)
    return { response: otherSize, kept: inTime === undefined ? late : nothing }
  }
  return { response: inTime, kept: keep(images, request, inTime) }
}

function keep(images: ImageCache, request: Request, response: Response): Promise<void> {
  return response.ok ? images.keep(request.url, response.clone()) : Promise.resolve()
}
