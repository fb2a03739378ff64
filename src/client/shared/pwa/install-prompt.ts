import { pageValue } from '@/client/shared/loading/page-value'

/** Chromium's `beforeinstallprompt` event; other browsers have their own menu. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>
}

declare global {
  interface Window {
    /** The browser's offer from before this module ran; the inline script of index.html stores it. */
    installOffer?: BeforeInstallPromptEvent
  }
}

const offer = pageValue<BeforeInstallPromptEvent | undefined>(undefined)

if (typeof window !== 'undefined') {
  offer.set(window.installOffer)
  window.addEventListener('beforeinstallprompt', (event) => offer.set(event as BeforeInstallPromptEvent))
  window.addEventListener('appinstalled', () => offer.set(undefined))
}

/** Shows the browser's install prompt; undefined where there is none, or the app is installed. */
export function useInstall(): (() => void) | undefined {
  const current = offer.use()
  if (current === undefined) return undefined
  return () => {
    // The event can be used once.
    offer.set(undefined)
    current.prompt().catch(() => undefined)
  }
}
