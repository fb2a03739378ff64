import { useSyncExternalStore } from 'react'
import { pageStorage } from '@/offline/page/page-storage'
import { createListeners } from '@/offline/platform/change-notifier'

/** Choices that this browser remembers, by their names in storage; the first of each is the default, also for the server. */
const CHOICES = {
  'events-view': ['cards', 'agenda'],
  'back-office-sidebar': ['expanded', 'collapsed'],
  'back-office-shortcuts': ['on', 'off'],
  'back-office-queue-order': ['oldest', 'soonest'],
} as const

type Name = keyof typeof CHOICES
type Choice<N extends Name> = (typeof CHOICES)[N][number]

const { subscribe, notify } = createListeners()
/** The choices of this page visit hold also where nothing can be stored. */
const chosen = new Map<Name, string>()

export function useStoredChoice<N extends Name>(name: N): [Choice<N>, (choice: Choice<N>) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => chosen.get(name) ?? pageStorage()?.getItem(name),
    () => undefined,
  )
  const choices: readonly Choice<N>[] = CHOICES[name]
  const choose = (choice: Choice<N>) => {
    chosen.set(name, choice)
    try {
      pageStorage()?.setItem(name, choice)
    } catch {}
    notify()
  }
  return [choices.find((choice) => choice === text) ?? CHOICES[name][0], choose]
}
