import { expect, type Page } from '@playwright/test'
import type { SeededRandom } from '@/domain/posters/poster'
import { signedInAs, type Person } from '../support/accounts'
import { settled } from '../support/fixtures'
import { readStoredOutbox } from './stored-outbox'
import type { WalkModel } from './walk-model'
import type { WalkedPhotos } from './walk-photos'
import type { WalkedPhone } from './simulated-device'

/** The world that a walk goes through, and its memory of it. */
export interface WalkWorld {
  phone: WalkedPhone
  people: readonly [WalkedPerson, ...WalkedPerson[]]
  photos: WalkedPhotos
  model: WalkModel
  random: SeededRandom
  /** Makes a text that no other is the same as. */
  newText: () => string
  /** Adds a detail to what is printed when the walk fails. */
  note: (detail: string) => void
  /** Faults for the next writing calls. */
  injectFaults: () => void
}

export interface WalkedPerson {
  person: Person
  id: string
  /** Signs this account out on all other devices, as somebody does on one of them. */
  endSessions: () => Promise<void>
}

/** An action that can do nothing returns this: another is picked in its place. */
export const NOTHING_TO_DO = 'nothing to do'
export type WalkAction = () => Promise<typeof NOTHING_TO_DO | void>

/** The id of who is signed in; null of a visitor. */
export async function ownerOn(page: Page, { people }: Pick<WalkWorld, 'people'>): Promise<string | null> {
  const user = await signedInAs(page)
  return people.find(({ person }) => person.email === user?.email)?.id ?? null
}

/** Opens a tab with the app's storage; after a crash the tab is empty. */
export async function firstTab({ phone }: Pick<WalkWorld, 'phone'>): Promise<Page> {
  const page = await phone.tab(0)
  if (!page.url().startsWith(phone.origin)) await page.goto('/outbox')
  return page
}

export function anyTab({ phone, random }: Pick<WalkWorld, 'phone' | 'random'>): Promise<Page> {
  return phone.tab(random.between(0, phone.pages().length - 1))
}

/** Makes the first visit: from then on no network is needed. */
export async function visit({ phone }: Pick<WalkWorld, 'phone'>): Promise<void> {
  const page = await phone.tab(0)
  // The first connection may be one that was opened while nothing got through; without a worker that is an error page.
  await page.goto('/add-event').catch(() => page.goto('/add-event'))
  await settled(page)
}

/** Waits until the draft with this text is on the disk. */
export async function draftStored(page: Page, text: string): Promise<void> {
  const found = async () => {
    const { drafts, entries } = await readStoredOutbox(page)
    return drafts.some((draft) => draft.text === text) ? 'stored' : JSON.stringify({ drafts, entries })
  }
  await expect.poll(found, { message: `the draft of ${text}` }).toBe('stored')
}
