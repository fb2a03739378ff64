import { useConsent } from '@/client/shared/consent/consent'
import { pageValue } from '@/client/shared/loading/page-value'
import { useOnline } from '@/client/shared/offline/use-online'
import { settings } from '@/contract/settings'

/** `off`: no key, so the app never speaks of Google. `needs-consent`: Google is a third party. `on`: its script may be loaded. */
export type GoogleMapsState = 'off' | 'offline' | 'needs-consent' | 'on'

/** A tap on 'Show the map' or the like counts for all of Google Maps until the page is left or loaded anew. */
const tap = pageValue(false)
const allow = () => tap.set(true)

export function useGoogleMaps(): { state: GoogleMapsState; allow: () => void } {
  const hasConsent = useConsent() === true
  const hasTapped = tap.use()
  const isOnline = useOnline()
  const allowed = hasConsent || hasTapped ? 'on' : 'needs-consent'
  if (settings().googleMapsKey === undefined) return { state: 'off', allow }
  return { state: isOnline ? allowed : 'offline', allow }
}
