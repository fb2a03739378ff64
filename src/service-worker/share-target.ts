import { parseUrl } from '@/domain/text/web-address'
import type { Outbox } from '@/offline/outbox/outbox'
import { systemTimers, withTimeout } from '@/offline/platform/deferred'

export const FORM = '/add-event'
/** Larger than any photo that the form can shrink. */
const MAX_SHARED_BYTES = 60 * 1024 * 1024

type Shared = Parameters<Outbox['storeShared']>[0]

/**
 * The share target of the manifest: text and photo that another app shares are stored for the form before it opens. The form says so
 * when there was nothing to store, no room for it, or storage that is silent.
 */
export async function receiveShared(
  request: Request,
  outbox: () => { storeShared(shared: Shared): Promise<unknown> },
): Promise<Response> {
  if (isOfAnotherSite(request)) return redirect(FORM)
  const shared = await readShared(request)
  if (shared !== undefined)
    await withTimeout(systemTimers, outbox().storeShared(shared)).catch(() => undefined)
  return redirect(`${FORM}?shared=1`)
}

/** The worker sees no Sec-Fetch-Site of a navigation. What the system shares has the opaque origin, and so has a page that hides its own. */
function isOfAnotherSite({ headers, referrer, url }: Request): boolean {
  const own = new URL(url).origin
  const origins = [headers.get('origin'), parseUrl(referrer)?.origin ?? null]
  return (
    origins.some((origin) => origin !== null && origin !== 'null' && origin !== own) ||
    ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')
  )
}

async function readShared(request: Request): Promise<Shared | undefined> {
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

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } })
}
