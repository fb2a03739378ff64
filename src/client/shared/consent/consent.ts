import { useSyncExternalStore } from 'react'
import { settings, GOOGLE_TAG_ORIGIN } from '@/contract/settings'
import { pageValue } from '@/client/shared/loading/page-value'
import { report } from '@/client/shared/offline/offline-client'

/** Undefined before a choice, then true or false for 365 days (rules 4.3). Nothing of a third party is loaded before it is true. */
type Consent = boolean | undefined

const CONSENT_COOKIE = 'analytics-consent'

export function needsConsent(): boolean {
  return settings().analyticsId !== undefined
}

const isReopened = pageValue(false)

function consent(): Consent {
  const value = readCookie(CONSENT_COOKIE)
  return value === undefined ? undefined : value === 'true'
}

export function setConsent(isGranted: boolean): void {
  writeCookie(CONSENT_COOKIE, String(isGranted))
  isReopened.set(false)
  obeyConsent()
}

export const reopenConsentBanner = () => isReopened.set(true)

export function useConsent(): Consent {
  return useSyncExternalStore(isReopened.subscribe, consent, () => undefined)
}

export function useConsentBannerOpen(): boolean {
  return useSyncExternalStore(
    isReopened.subscribe,
    () => needsConsent() && (isReopened.get() || consent() === undefined),
    () => false,
  )
}

const YEAR_SECONDS = 365 * 86_400

export function readCookie(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(document.cookie)?.[1]
}

export function writeCookie(name: string, value: string): void {
  const secure = window.location.protocol === 'https:' ? ';secure' : ''
  document.cookie = `${name}=${value};path=/;max-age=${YEAR_SECONDS};samesite=lax${secure}`
}

/** All that is measured (rules 2.6, 4), and nothing that a person typed. */
type Measured =
  | { name: 'page_view'; event_id: string; /** Name of the event's first tag. */ category: string }
  | { name: 'event_submission'; result: 'success' | 'failure' }

declare global {
  interface Window {
    dataLayer?: unknown[]
    /** `ga-disable-<id>`: Google's own switch. */
    [disabled: `ga-disable-${string}`]: boolean | undefined
  }
}

let script: HTMLScriptElement | undefined

/** Before the visitor has accepted it nothing is loaded, kept or sent; the script is loaded with the first. */
export function measure({ name, ...parameters }: Measured): void {
  if (!needsConsent() || consent() !== true) return
  if (script === undefined) start()
  // The query of an address out of a mail holds a token.
  tag('event', name, { ...parameters, page_location: window.location.origin + window.location.pathname })
}

function start(): void {
  const { analyticsId: id = '', analyticsOrigin: ownOrigin } = settings()
  obeyConsent()
  // It may be withdrawn in another tab.
  document.addEventListener('visibilitychange', obeyConsent)
  window.dataLayer ??= []
  tag('js', new Date())
  tag('config', id, {
    // The tag sends only what we measure.
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    ...(ownOrigin !== undefined && { server_container_url: ownOrigin }),
  })
  const added = document.createElement('script')
  added.src = `${ownOrigin ?? GOOGLE_TAG_ORIGIN}/gtag/js?id=${id}`
  added.async = true
  added.addEventListener('error', () => {
    report('analytics')
    added.remove()
    window.dataLayer = []
    script = undefined
  })
  document.head.append(added)
  script = added
}

/** The function that Google documents as `gtag`: its script takes `arguments` objects only. */
function tag(..._parameters: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params -- an array is not understood
  window.dataLayer?.push(arguments)
}

/** When consent is withdrawn the script, once loaded, stays until the page is left, but sends nothing, and its cookies go, also those of an earlier visit. */
function obeyConsent(): void {
  const isGranted = consent() === true
  window[`ga-disable-${settings().analyticsId ?? ''}`] = !isGranted
  if (isGranted) return
  // The tag sets them for the widest domain that the browser allows.
  const labels = window.location.hostname.split('.')
  const domains = labels.map((_, index) => `;domain=${labels.slice(index).join('.')}`)
  for (const [, name] of document.cookie.matchAll(/(?:^|;\s*)(_ga\w*)=/g))
    for (const domain of ['', ...domains]) document.cookie = `${name}=;path=/;max-age=0${domain}`
}
