import {
  createHandlerBoundToURL,
  getCacheKeyForURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { cacheNames, clientsClaim } from 'workbox-core'
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing'
import { systemTimers } from '@/offline/platform/deferred'
import type { Timers } from '@/offline/platform/deferred'
import { deliverInBackground } from '@/service-worker/delivery/background-sync'
import { solveChallenge } from '@/offline/api/challenge-solver'
import { createOfflineClient } from '@/offline/client/offline-client'
import type { OfflineClient } from '@/offline/client/offline-client'
import { createReminders } from '@/offline/push/reminders'
import { CALENDAR_TYPE, SAVED_FILE_NAME, isSavedFile } from '@/contract/events/calendar-files'
import { stateLabels } from '@/messages/price-text'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/error-text'
import { serverTimeMs } from '@/offline/replica/database'
import { savedCalendar, readPlan } from '@/offline/saved/saved-plan'
import type { ImageProgress, ReplicaSync } from '@/offline/replica/replica-sync'
import { PROGRAMME_SYNC_TAG, readSyncMessage, isPageMessage } from '@/offline/client/worker-messages'
import type { SyncReply, ShellReply } from '@/offline/client/worker-messages'
import { parseUrl } from '@/domain/text/plain-text'
import type { Shared } from '@/offline/outbox/database'
import type { DraftStore } from '@/offline/outbox/drafts/drafts'
import { withTimeout } from '@/offline/platform/storage-timeout'
import { SETTINGS_PATH, settings, settingsScript } from '@/contract/settings'
import { serveCalendarFiles } from './calendar-files'
import { cachePhotos, createPhotoCache } from './photo-cache'
import type { PhotoCache } from './photo-cache'
import { showPushMessages } from './push'

const SHELL = 'index.html'
/** Timeout of one file, in milliseconds. */
const FILE_TIMEOUT_MS = 60_000

/** The back office is online only: without a network its addresses get the shell, which says so. */
const BACK_OFFICE = /^\/backoffice(?:[/?]|$)/
/** These navigations are answered by the server: its own addresses, and whatever is a file, such as `/sitemap.xml`. */
const FROM_SERVER = [/^\/(?:api|photos|docs|embed)(?:[/?]|$)/, BACK_OFFICE, /^[^?]*\.[a-z0-9]+(?:\?|$)/i]

/** The files of the public shell on this device. */
interface Shell {
  /** Fetches the files that the system has deleted, until one does not arrive. Resolves with whether all of them are here. */
  repair(): Promise<boolean>
}

/** Precaches the public app shell and responds to navigations with it. A new version takes over when the person agrees. */
function serveShell(scope: ServiceWorkerGlobalScope, manifest: PrecacheEntry[]): Shell {
  // The browser stores this script with the worker's own and installs a new version when either has changed. The page gets the
  // settings of its version, with no network too.
  scope.importScripts(SETTINGS_PATH)
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname === SETTINGS_PATH,
    async () =>
      new Response(settingsScript(settings()), {
        headers: { 'content-type': 'text/javascript; charset=utf-8' },
      }),
  )
  // The page is cached with its headers, whose policy is made of the settings: with others it is another revision.
  const entries = manifest.map((entry) =>
    entry.url === SHELL ? { ...entry, revision: `${entry.revision} ${JSON.stringify(settings())}` } : entry,
  )
  // '/' is no file of the shell: only navigations get the shell there.
  precacheAndRoute(entries, { directoryIndex: '', cleanURLs: false })
  const toShell = createHandlerBoundToURL(SHELL)
  registerRoute(new NavigationRoute(toShell, { denylist: FROM_SERVER }))
  registerRoute(
    new NavigationRoute((given) => fetch(given.request).catch(() => toShell(given)), {
      allowlist: [BACK_OFFICE],
    }),
  )
  // The caches of a damaged profile cannot be read.
  setCatchHandler(({ request }) => fetch(request))
  clientsClaim()

  async function missing(): Promise<PrecacheEntry[]> {
    const found = await Promise.all(
      entries.map(async (entry) => (await matchPrecache(entry.url)) !== undefined),
    )
    return entries.filter((_, index) => found[index] !== true)
  }

  async function fetchMissing(): Promise<void> {
    const cache = await caches.open(cacheNames.precache)
    for (const { url, integrity = '' } of await missing()) {
      const response = await fetch(url, { integrity, signal: AbortSignal.timeout(FILE_TIMEOUT_MS) })
      if (!response.ok) return
      await cache.put(getCacheKeyForURL(url) ?? url, response)
    }
  }

  const isComplete = () =>
    missing().then(
      ({ length }) => length === 0,
      () => false,
    )

  scope.addEventListener('message', (event) => {
    if (isPageMessage(event.data, 'SKIP_WAITING')) event.waitUntil(scope.skipWaiting())
    if (!isPageMessage(event.data, 'CHECK_SHELL')) return
    const reply = (message: ShellReply) => event.ports[0]?.postMessage(message)
    event.waitUntil(isComplete().then((isWhole) => reply({ isComplete: isWhole })))
  })

  return {
    async repair() {
      await fetchMissing().catch(() => undefined)
      return isComplete()
    },
  }
}

const FORM = '/add-event'
/** Larger than any photo that the form can shrink. */
const MAX_SHARED_BYTES = 60 * 1024 * 1024

type SharedStore = Pick<DraftStore, 'storeShared'>

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

/**
 * Whether the form of another site was posted. The worker sees no Sec-Fetch-Site of a navigation: the browser adds it on the way to
 * the network. What the system shares has the opaque origin, and so has a page that hides where it is: therefore nothing that is
 * shared goes into what the person has written (client/features/submit/shared-content).
 */
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

/** The shared content; undefined when the form can use nothing of it. */
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

/** The DOM's types lack it: Chromium alone has it. */
interface PeriodicSyncEvent extends ExtendableEvent {
  tag: string
}

/** The replica and the shell are brought up to date together: a replica is of no use to a shell that does not open. */
interface Synced {
  replicaSync: () => ReplicaSync
  shell: Pick<Shell, 'repair'>
}

/** A page that waits hears this often that the sync goes on: it gives up on a worker that says nothing for two minutes. */
const STILL_SYNCING_EVERY_MS = 30_000

/** Syncs the replica when a page requests it, off the page's main thread. Who asked for it gets a report. */
export function syncOnMessage(
  scope: ServiceWorkerGlobalScope,
  { replicaSync, shell }: Synced,
  timers: Timers = systemTimers,
): void {
  scope.addEventListener('message', (event) => {
    const message = readSyncMessage(event.data)
    if (message === undefined) return
    const [port] = event.ports
    const reply = (text: SyncReply) => port?.postMessage(text)
    reply({ type: 'SYNCING' })
    const { seen, asked } = message
    const onImages = (progress: ImageProgress) => reply({ type: 'IMAGES', progress })
    const synced = Promise.all([replicaSync().sync(seen, asked && { ...asked, onImages }), shell.repair()])
    const done = synced.then(([report, isShellComplete]) =>
      reply({ type: 'SYNCED', report, isShellComplete }),
    )
    let stop: (() => void) | undefined
    const repeat = () => {
      stop = timers.after(STILL_SYNCING_EVERY_MS, () => {
        reply({ type: 'SYNCING' })
        repeat()
      })
    }
    if (asked !== undefined) repeat()
    event.waitUntil(done.finally(() => stop?.()))
  })
}

/** Syncs the replica now and then with no page open, where the app is installed and the browser has periodic background sync. */
export function syncPeriodically(scope: ServiceWorkerGlobalScope, { replicaSync, shell }: Synced): void {
  scope.addEventListener('periodicsync', (event) => {
    const { tag, waitUntil } = event as PeriodicSyncEvent
    if (tag !== PROGRAMME_SYNC_TAG) return
    waitUntil.call(event, Promise.all([replicaSync().sync(), shell.repair()]))
  })
}

type SavedFileDeps = Pick<OfflineClient, 'replica' | 'saved'>

/**
 * The calendar file of the saved events, at an address because a phone's calendar opens no blob. It never reaches the server, which
 * knows nothing of what is saved here.
 */
export async function savedFile(url: URL, deps: SavedFileDeps, nowMs: number): Promise<Response> {
  const locale = localeOf(url.searchParams.get('lang') ?? '')
  const [plan, sync] = await Promise.all([readPlan(deps), deps.replica.sync()])
  const text = savedCalendar(plan, {
    origin: url.origin,
    nowSeconds: Math.floor(serverTimeMs(sync, nowMs) / 1000),
    stateLabels: stateLabels(locale),
    locale,
  })
  if (text === undefined)
    return new Response(`${m.saved_empty({}, { locale })}\n`, {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
  const headers = {
    'content-type': CALENDAR_TYPE,
    'content-disposition': `inline; filename="${SAVED_FILE_NAME}"`,
    'cache-control': 'no-store',
  }
  return new Response(text, { headers })
}

/** Responds for the calendar file of the saved events. */
function serveSavedFile(scope: ServiceWorkerGlobalScope, deps: () => SavedFileDeps): void {
  scope.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url)
    if (event.request.method !== 'GET' || url.origin !== scope.location.origin || !isSavedFile(url.pathname))
      return
    event.respondWith(savedFile(url, deps(), Date.now()))
  })
}

declare const workerOfflineClientSelf: ServiceWorkerGlobalScope

let client: OfflineClient | undefined
let photos: PhotoCache | undefined

/** The offline client of this worker, created at its first use. */
export function workerOfflineClient(): OfflineClient {
  client ??= createOfflineClient({
    photos: workerPhotoCache(),
    solveChallenge,
    createReminders: async (deps) => createReminders(deps),
    pushManager: async () => workerOfflineClientSelf.registration.pushManager,
  })
  return client
}

export function workerPhotoCache(): PhotoCache {
  photos ??= createPhotoCache({
    fetch: (request, init) => fetch(request, init),
    origin: location.origin,
    isPublished: (hash) => workerOfflineClient().replica.hasPhoto(hash),
  })
  return photos
}

declare const self: ServiceWorkerGlobalScope & {
  /** Injected by the build: every file of the public shell. */
  __WB_MANIFEST: PrecacheEntry[]
}

// oxlint-disable-next-line no-underscore-dangle -- the name that the build looks for
const swShell = serveShell(self, self.__WB_MANIFEST)
cachePhotos(self, workerPhotoCache)
serveCalendarFiles(self, () => workerOfflineClient().replica)
serveSavedFile(self, workerOfflineClient)
const swSynced = { replicaSync: () => workerOfflineClient().replicaSync, shell: swShell }
syncOnMessage(self, swSynced)
syncPeriodically(self, swSynced)
handleShareTarget(self, () => workerOfflineClient().outbox.drafts)
deliverInBackground(self, workerOfflineClient)
showPushMessages(self, workerOfflineClient, { timers: systemTimers, nowMs: () => Date.now() })
