import { expect, type Page } from '@playwright/test'
import { login, signedInAs } from '../support/accounts'
import { readStoredOutbox } from './stored-outbox'
import { firstTab, NOTHING_TO_DO, ownerOn, type WalkAction, type WalkWorld } from './walk-world'

/** The answers of a person whose entries wait as they sign out. */
const CHOICES = ['Keep for this account', 'Send now', 'Delete'] as const
type Choice = (typeof CHOICES)[number]

/** The time that several attempts take that get no response, one after another. */
const SENT_WITHIN_MS = 90_000

/** Signing in and out. */
export function accountActions(world: WalkWorld) {
  const { phone, people, random } = world
  return {
    async signIn() {
      if (phone.isOffline()) return NOTHING_TO_DO
      const page = await firstTab(world)
      if ((await signedInAs(page)) !== undefined) return NOTHING_TO_DO
      phone.gateway.heal()
      await login(page, random.pick(people).person)
    },
    async signOut() {
      const page = await firstTab(world)
      if ((await signedInAs(page)) === undefined) return NOTHING_TO_DO
      await signOut(world, page, random.pick(CHOICES))
    },
    /** The device finds out at its next call. */
    async sessionEnds() {
      const owner = await ownerOn(await firstTab(world), world)
      const account = people.find(({ id }) => id === owner)
      if (account === undefined) return NOTHING_TO_DO
      await account.endSessions()
    },
  } satisfies Record<string, WalkAction>
}

/** Signs out on the profile page, with an answer to what it asks. */
export async function signOut(world: WalkWorld, page: Page, choice: Choice): Promise<void> {
  const owner = await ownerOn(page, world)
  await page.goto('/profile')
  const out = page.getByRole('heading', { name: 'Welcome Back' })
  const start = page.getByRole('button', { name: 'Sign out' }).first()
  await start.or(out).first().waitFor()
  // The session had ended already, and the page noticed.
  if (await out.isVisible()) return
  await start.click()
  const dialog = page.getByRole('alertdialog')
  const keep = dialog.getByRole('button', { name: 'Keep for this account' })
  await keep.or(out).first().waitFor()
  if (await keep.isVisible()) {
    world.note(choice)
    const send = dialog.getByRole('button', { name: 'Send now' })
    if (choice === 'Delete') {
      const stored = await readStoredOutbox(page)
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await out.waitFor()
      world.model.deletedOf(owner, stored)
    } else if (choice === 'Send now' && (await send.isVisible())) {
      await send.click()
      await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0, { timeout: SENT_WITHIN_MS })
    }
    // The dialog still asks about entries that could not be sent and half-written drafts; otherwise it is about to close.
    if (await keep.isVisible()) await keep.click({ timeout: 2000 }).catch(() => undefined)
  }
  await out.waitFor()
}
