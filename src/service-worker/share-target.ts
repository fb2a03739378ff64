import type { DraftStore } from '@/offline/outbox/drafts'

const FORM = '/add-event'
/** Larger than any photo that the form can shrink. */
const MAX_SHARED_BYTES = 60 * 1024 * 1024

/** The share target of the manifest: a poster photo shared from another app is stored for the form. */
export function handleShareTarget(
  scope: ServiceWorkerGlobalScope,
  drafts: () => Pick<DraftStore, 'storeSharedPhoto'>,
): void {
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const url = new URL(request.url)
    if (request.method !== 'POST' || url.origin !== scope.location.origin || url.pathname !== FORM) return
    event.respondWith(storeSharedPhoto(request, drafts()))
  })
}

/** Redirects to the form, whatever happened: without a photo it is empty. */
export async function storeSharedPhoto(
  request: Request,
  drafts: Pick<DraftStore, 'storeSharedPhoto'>,
): Promise<Response> {
  const file = await sharedFile(request)
  const isStored =
    file !== undefined &&
    (await file
      .arrayBuffer()
      .then((bytes) => drafts.storeSharedPhoto({ bytes, type: file.type, name: file.name }))
      .then(
        () => true,
        () => false,
      ))
  const location = isStored ? `${FORM}?shared=1` : FORM
  return new Response(null, { status: 303, headers: { location } })
}

async function sharedFile(request: Request): Promise<File | undefined> {
  const form = await request.formData().catch(() => undefined)
  for (const [, value] of form ?? []) {
    const isPhoto = value instanceof File && value.type.startsWith('image/') && value.size <= MAX_SHARED_BYTES
    if (isPhoto) return value
  }
  return undefined
}
