import { type PushPayload, pushPayloadSchema } from '@/contract/accounts/push'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { PushRegistration } from '@/offline/push/push-registration'
import type { SessionManager } from '@/offline/session/session'
import type { UntilUpdate } from './shell/end-events'

/** Not in the DOM's types: both may be missing, and some browsers send neither. */
interface PushSubscriptionChangeEvent extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
}

const ICON = '/icons/icon-192.png'
/** One colour, as Android wants it in the status bar. */
const BADGE = '/icons/monochrome-512.png'

interface PushClient {
  push: Pick<PushRegistration, 'replaceEndpoint'>
  session: Pick<SessionManager, 'owner'>
}

/** Shows what the server sends when a submission was reviewed, and leads to it. */
export function notifyOfReviews(
  scope: ServiceWorkerGlobalScope,
  client: () => PushClient,
  untilUpdate: UntilUpdate,
): void {
  /** Whether it is of an account that has signed out: sent before the server was told, and nobody's here any more. */
  const isForNobody = async (payload: PushPayload | undefined) =>
    payload?.account === true && (await client().session.owner()) === null

  scope.addEventListener('push', (event) => {
    const payload = readPayload(event.data)
    event.waitUntil(isForNobody(payload).then((isNobodys) => (isNobodys ? undefined : show(scope, payload))))
  })
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(scope, pathIn(event.notification.data)))
  })
  scope.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription } = event as PushSubscriptionChangeEvent
    ;(event as ExtendableEvent).waitUntil(
      untilUpdate(client().push.replaceEndpoint(oldSubscription?.endpoint)),
    )
  })
}

function readPayload(data: PushMessageData | null): PushPayload | undefined {
  try {
    const read = pushPayloadSchema.safeParse(data?.json())
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** Always something: a browser takes the permission away from who often shows nothing. */
function show(scope: ServiceWorkerGlobalScope, payload: PushPayload | undefined): Promise<void> {
  const locale = payload?.locale ?? localeOf(scope.navigator.language.slice(0, 2))
  const { title, body, path } = payload === undefined ? unknown(locale) : labelsOf(payload)
  return scope.registration.showNotification(title, {
    body,
    lang: locale,
    icon: ICON,
    badge: BADGE,
    // The same news twice is one notification.
    tag: payload === undefined ? 'review' : `review-${payload.event_id}`,
    data: { path },
  })
}

interface Labels {
  title: string
  body: string
  /** Where a tap leads. */
  path: string
}

function labelsOf({ status, locale, event_id: eventId, account }: PushPayload): Labels {
  if (status === 'PUBLISHED')
    return {
      title: m.push_published_title({}, { locale }),
      body: m.push_published_body({}, { locale }),
      path: `/events/${eventId}`,
    }
  return {
    title: m.push_rejected_title({}, { locale }),
    body: account ? m.push_rejected_body_account({}, { locale }) : m.push_rejected_body({}, { locale }),
    path: account ? '/profile' : '/outbox',
  }
}

function unknown(locale: PushPayload['locale']): Labels {
  return {
    title: m.push_unknown_title({}, { locale }),
    body: m.push_unknown_body({}, { locale }),
    path: '/',
  }
}

function pathIn(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : '/'
}

/** The tab that shows it already, or a new one: in another tab something may be half written. */
async function open(scope: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = tabs.find(({ url }) => new URL(url).pathname === path)
  if (shown === undefined) await scope.clients.openWindow(path)
  else await shown.focus()
}
