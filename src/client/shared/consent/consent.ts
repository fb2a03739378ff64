import { useSyncExternalStore } from 'react'
import { settings } from '@/contract/settings'
import { pageValue } from '@/client/shared/loading/page-value'

/** Undefined before a choice, then true or false for 365 days (rules 4.3). Nothing of a third party is loaded before it is true. */
type Consent = boolean | undefined

const CONSENT_COOKIE = 'analytics-consent'

export function needsConsent(): boolean {
  return settings().analyticsId !== undefined
}

const isReopened = pageValue(false)

export const onConsentChange = isReopened.subscribe

export function consent(): Consent {
  const value = readCookie(CONSENT_COOKIE)
  return value === undefined ? undefined : value === 'true'
}

export function setConsent(isGranted: boolean): void {
  writeCookie(CONSENT_COOKIE, String(isGranted))
  isReopened.set(false)
}

export const reopenConsentBanner = () => isReopened.set(true)

export function useConsent(): Consent {
  return useSyncExternalStore(onConsentChange, consent, () => undefined)
}

export function useConsentBannerOpen(): boolean {
  return useSyncExternalStore(
    onConsentChange,
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
