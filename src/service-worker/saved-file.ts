import { CALENDAR_TYPE } from '@/contract/events/calendar-files'
import { SAVED_FILE_NAME, isSavedFile } from '@/contract/events/saved-file'
import { stateLabels } from '@/messages/calendar-labels'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { OfflineClient } from '@/offline/client/offline-client'
import { serverTimeMs } from '@/offline/replica/server-time'
import { savedCalendar } from '@/offline/saved/saved-calendar'
import { readPlan } from '@/offline/saved/saved-plan'

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
export function serveSavedFile(scope: ServiceWorkerGlobalScope, deps: () => SavedFileDeps): void {
  scope.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url)
    if (event.request.method !== 'GET' || url.origin !== scope.location.origin || !isSavedFile(url.pathname))
      return
    event.respondWith(savedFile(url, deps(), Date.now()))
  })
}
