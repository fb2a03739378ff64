import { expect, type Page } from '@playwright/test'
import { login, signedInAs } from '../support/accounts'
import { signOut } from './account-actions'
import { readStoredOutbox, type StoredEntry } from './stored-outbox'
import { openEventForm, titleOf } from './walk-forms'
import { ownerOn, type WalkWorld } from './walk-world'

/** The number in the header is the number on the disk. */
export async function expectCountShown(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const { entries } = await readStoredOutbox(page)
        const unsent = entries.filter(({ state }) => state !== 'sent').length
        const badge = page.getByRole('banner').getByRole('link', { name: /waiting to be sent/ })
        // The badge is read at once: it goes as soon as everything is sent, and to wait for it then would be for ever.
        const labels = await badge.evaluateAll((links) => links.map((link) => link.ariaLabel ?? ''))
        return Number.parseInt(labels[0] ?? '0', 10) - unsent
      },
      { message: 'the shown count minus the stored count', timeout: 10_000 },
    )
    .toBe(0)
}

/** All is well again, everybody whose entries wait signs in, and everything that may be sent is. Resolves with the tab that is left. */
export async function settleAll(world: WalkWorld): Promise<Page> {
  const { phone, people } = world
  phone.gateway.heal()
  await phone.setOffline(false)
  const last = await phone.openTab()
  await last.goto('/outbox')
  await phone.setClockError(last, 0)
  for (const page of phone.pages()) if (page !== last) await page.close()
  await last.reload()
  await settle(world, last)
  for (const { person, id } of people) {
    const { entries } = await readStoredOutbox(last)
    if (!entries.some((entry) => entry.owner === id && entry.state !== 'sent')) continue
    if ((await signedInAs(last)) !== undefined) await signOut(world, last, 'Keep for this account')
    await login(last, person)
    await last.goto('/outbox')
    await settle(world, last)
  }
  return last
}

/** Waits until nothing that may be sent now waits: what was refused waits for the person, and other accounts' for their account. */
async function settle(world: WalkWorld, page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const me = await ownerOn(page, world)
        const isWaiting = ({ state, owner }: StoredEntry) =>
          (owner === null || owner === me) &&
          (state === 'queued' || state === 'sending' || (state === 'paused-sign-in' && owner === me))
        const waiting = (await readStoredOutbox(page)).entries.filter((entry) => isWaiting(entry))
        const button = page.getByRole('button', { name: 'Send now' }).first()
        if (waiting.length > 0) await button.click({ timeout: 1000 }).catch(() => undefined)
        return waiting.map(({ text, state, error }) => `${text}: ${state} ${error ?? ''}`)
      },
      { message: 'what waits', timeout: 60_000, intervals: [500] },
    )
    .toEqual([])
}

/** Expects the last half-written draft of this person or a visitor in the form when it is opened. */
export async function expectDraftOffered(world: WalkWorld, page: Page): Promise<void> {
  const me = await ownerOn(page, world)
  const { drafts } = await readStoredOutbox(page)
  const offered = drafts.find(({ form, owner }) => form === 'event/new' && (owner === null || owner === me))
  if (offered === undefined) return
  await openEventForm(page)
  await expect(titleOf(page), 'the draft is offered').toHaveValue(offered.text)
}
