import { useSyncExternalStore } from 'react'

/** Chromium's question whether to install; other browsers have their own menu. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: BeforeInstallPromptEvent | undefined
const listeners = new Set<() => void>()

// From the first line on: the browser offers once, often before anything is drawn.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Ours to show, quietly, where it does not cover anything.
    event.preventDefault()
    change(event as BeforeInstallPromptEvent)
  })
  window.addEventListener('appinstalled', () => change(undefined))
}

/** Asks the browser to install the guide; undefined where it cannot or need not be asked. */
export function useInstall(): (() => void) | undefined {
  const current = useSyncExternalStore(
    subscribe,
    () => offer,
    () => undefined,
  )
  if (current === undefined) return undefined
  return () => {
    // An offer can be taken once.
    change(undefined)
    current.prompt().catch(() => undefined)
  }
}

function change(next: BeforeInstallPromptEvent | undefined): void {
  offer = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
