import { useSyncExternalStore } from 'react'
import { settings } from '@/contract/settings'
import { createListeners } from '@/offline/platform/change-notifier'

/** Undefined before a choice, then true or false for 365 days (rules 4.3). Nothing of a third party is loaded before it is true. */
type Consent = boolean | undefined

const CONSENT_COOKIE = 'analytics-consent'

export function needsConsent(): boolean {
  return settings().analyticsId !== undefined
}

let isReopened = false
const listeners = createListeners()

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

export function reopenConsentBanner(): void {
  isReopened = true
  listeners.notify()
}

export function useConsent(): Consent {
  return useSyncExternalStore(onConsentChange, consent, () => undefined)
}

export function useConsentBannerOpen(): boolean {
  return useSyncExternalStore(
    onConsentChange,
    () => needsConsent() && (isReopened || consent() === undefined),
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
