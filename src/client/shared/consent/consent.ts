import { useSyncExternalStore } from 'react'
import { settings } from '@/contract/settings'
import { readCookie, writeCookie } from './cookies'
import { createListeners } from '@/offline/platform/listeners'

/**
 * The visitor's consent to analytics (rules 4.3): undefined before a choice, then true or false for 365 days. Nothing of a third
 * party is loaded before it is true.
 */
type Consent = boolean | undefined

const CONSENT_COOKIE = 'analytics-consent'

/** Whether the visitor's consent is needed: without configured analytics nothing is asked. */
export function needsConsent(): boolean {
  return settings().analyticsId !== undefined
}

let isReopened = false
const listeners = createListeners()

/** Calls back when it was given, withdrawn or asked for again. Returns how to stop. */
export const onConsentChange = listeners.subscribe

export function consent(): Consent {
  const value = readCookie(CONSENT_COOKIE)
  return value === undefined ? undefined : value === 'true'
}

export function setConsent(isGranted: boolean): void {
  writeCookie(CONSENT_COOKIE, String(isGranted))
  isReopened = false
  listeners.notify()
}

/** 'Cookie settings': consent is withdrawn as easily as it was given. */
export function reopenConsentBanner(): void {
  isReopened = true
  listeners.notify()
}

/** Subscribes to the consent; undefined where the server renders. */
export function useConsent(): Consent {
  return useSyncExternalStore(onConsentChange, consent, () => undefined)
}

/** Whether the cookie banner is open: before a choice, or opened again. */
export function useConsentBannerOpen(): boolean {
  return useSyncExternalStore(
    onConsentChange,
    () => needsConsent() && (isReopened || consent() === undefined),
    () => false,
  )
}
