import { useSyncExternalStore } from 'react'
import { createListeners } from '@/offline/platform/change-notifier'

/** Chromium's `beforeinstallprompt` event; other browsers have their own menu. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    /** The browser's offer from before this module ran; the inline script of index.html stores it. */
    installOffer?: BeforeInstallPromptEvent
  }
}

let offer: BeforeInstallPromptEvent | undefined
const { subscribe, notify } = createListeners()

if (typeof window !== 'undefined') {
  offer = window.installOffer
  window.addEventListener('beforeinstallprompt', (event) => change(event as BeforeInstallPromptEvent))
  window.addEventListener('appinstalled', () => change(undefined))
}

/** Shows the browser's install prompt; undefined where there is none, or the app is installed. */
export function useInstall(): (() => void) | undefined {
  const current = useSyncExternalStore(
    subscribe,
    () => offer,
    () => undefined,
  )
  if (current === undefined) return undefined
  return () => {
    // The event can be used once.
    change(undefined)
    current.prompt().catch(() => undefined)
  }
}

function change(next: BeforeInstallPromptEvent | undefined): void {
  offer = next
  notify()
}
