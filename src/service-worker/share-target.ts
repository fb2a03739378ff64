import { systemTimers } from '@/offline/platform/deferred'
import type { Timers } from '@/offline/platform/deferred'
import { parseUrl } from '@/domain/text/web-address'
import type { Shared } from '@/offline/outbox/database'
import type { Outbox } from '@/offline/outbox/outbox'
import { withTimeout } from '@/offline/platform/storage-timeout'

const FORM = '/add-event'
/** Larger than any photo that the form can shrink. */
const MAX_SHARED_BYTES = 60 * 1024 * 1024

type SharedStore = Pick<Outbox, 'storeShared'>

/** The share target of the manifest: the text and photo that another app shares are stored for the form. */
export function handleShareTarget(
  scope: ServiceWorkerGlobalScope,
  drafts: () => SharedStore,
  timers: Timers = systemTimers,
): void {
  const { origin } = scope.location
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const url = new URL(request.url)
    if (request.method !== 'POST' || url.origin !== origin || url.pathname !== FORM) return
    event.respondWith(
      isOfAnotherSite(request, origin) ? redirect(FORM) : storeShared(request, drafts(), timers),
    )
  })
}

/** The worker sees no Sec-Fetch-Site of a navigation. What the system shares has the opaque origin, and so has a page that hides its own. */
function isOfAnotherSite({ headers, referrer }: Request, own: string): boolean {
  const origins = [headers.get('origin'), parseUrl(referrer)?.origin ?? null]
  const site = headers.get('sec-fetch-site')
  return (
    origins.some((origin) => origin !== null && origin !== 'null' && origin !== own) ||
    site === 'cross-site' ||
    site === 'same-site'
  )
}

/** Redirects to the form, which says so when there was nothing to store, no room for it, or storage that is silent. */
async function storeShared(request: Request, drafts: SharedStore, timers: Timers): Promise<Response> {
  const shared = await readShared(request)
  if (shared !== undefined) await withTimeout(timers, drafts.storeShared(shared)).catch(() => undefined)
  return redirect(`${FORM}?shared=1`)
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } })
}

async function readShared(request: Request): Promise<Omit<Shared, 'createdAt'> | undefined> {
  const form = await request.formData().catch(() => new FormData())
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const texts = { title: text('title'), text: text('text'), url: text('url') }
  const file = [...form.values()].find(
    (value) => value instanceof File && value.type.startsWith('image/') && value.size <= MAX_SHARED_BYTES,
  )
  if (file instanceof File)
    return { ...texts, photo: { bytes: await file.arrayBuffer(), type: file.type, name: file.name } }
  return Object.values(texts).every((one) => one === '') ? undefined : texts
}
