import { useSyncExternalStore } from 'react'
import { pageStorage } from '@/offline/page/page-storage'
import { createListeners } from '@/offline/platform/change-notifier'

/** Choices of staff that this browser remembers, by their names in storage; the first of each is the default. */
const CHOICES = {
  'back-office-sidebar': ['expanded', 'collapsed'],
  'back-office-shortcuts': ['on', 'off'],
  'back-office-queue-order': ['oldest', 'soonest'],
} as const

type Choices = typeof CHOICES
type Name = keyof Choices
type Choice<N extends Name> = Choices[N][number]

/** Values that storage has no room for, or is forbidden to hold: they last until the page is closed. */
const unstored = new Map<Name, string>()
const { subscribe, notify } = createListeners()

export function useStoredChoice<N extends Name>(name: N): [Choice<N>, (choice: Choice<N>) => void] {
  const chosen = useSyncExternalStore(subscribe, () => read(name))
  return [chosen, (choice) => write(name, choice)]
}

function read<N extends Name>(name: N): Choice<N> {
  const choices: readonly Choice<N>[] = CHOICES[name]
  const text = unstored.get(name) ?? stored(name)
  return choices.find((choice) => choice === text) ?? CHOICES[name][0]
}

function stored(name: Name): string | null {
  try {
    return pageStorage()?.getItem(name) ?? null
  } catch {
    return null
  }
}

function write<N extends Name>(name: N, choice: Choice<N>): void {
  try {
    pageStorage()?.setItem(name, choice)
    unstored.delete(name)
  } catch {
    unstored.set(name, choice)
  }
  notify()
}
