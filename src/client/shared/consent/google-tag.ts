import { settings, GOOGLE_TAG_ORIGIN } from '@/contract/settings'
import type { Measured } from './analytics'
import { consent, onConsentChange } from './consent'
import { report } from '@/client/shared/offline/offline-client'

declare global {
  interface Window {
    dataLayer?: unknown[]
    /** `ga-disable-<id>`: Google's own switch. */
    [disabled: `ga-disable-${string}`]: boolean | undefined
  }
}

const { analyticsId: id = '', analyticsOrigin: ownOrigin } = settings()

let script: HTMLScriptElement | undefined

export function sendToGoogle(measured: Measured): void {
  if (script === undefined) start()
  const { name, ...parameters } = measured
  tag('event', name, parameters)
}

function start(): void {
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

/** When consent is withdrawn the script, once loaded, stays until the page is left, but sends nothing, and its cookies go. */
function obeyConsent(): void {
  const isGranted = consent() === true
  window[`ga-disable-${id}`] = !isGranted
  if (isGranted) return
  // The tag sets them for the widest domain that the browser allows.
  const labels = window.location.hostname.split('.')
  const domains = labels.map((_, index) => `;domain=${labels.slice(index).join('.')}`)
  for (const [, name] of document.cookie.matchAll(/(?:^|;\s*)(_ga\w*)=/g))
    for (const domain of ['', ...domains]) document.cookie = `${name}=;path=/;max-age=0${domain}`
}

obeyConsent()
onConsentChange(obeyConsent)
// It may be withdrawn in another tab.
document.addEventListener('visibilitychange', obeyConsent)
