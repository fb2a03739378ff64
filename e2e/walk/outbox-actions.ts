import { expect, type Page } from '@playwright/test'
import { readStoredOutbox, type StoredEntry } from './stored-outbox'
import { submitForm, titleOf } from './walk-forms'
import { anyTab, firstTab, NOTHING_TO_DO, ownerOn, type WalkAction, type WalkWorld } from './walk-world'

/** The actions of a person with unsent entries, on /outbox. */
export function outboxActions(world: WalkWorld) {
  const { phone, model, random } = world

  async function anyUnsent(page: Page): Promise<StoredEntry | undefined> {
    const me = await ownerOn(page, world)
    const entries = (await readStoredOutbox(page)).entries.filter(
      ({ state, owner }) => state !== 'sent' && (owner === null || owner === me),
    )
    return entries[random.between(0, entries.length - 1)]
  }

  return {
    async edit() {
      const page = await firstTab(world)
      const entry = await anyUnsent(page)
      if (entry === undefined) return NOTHING_TO_DO
      await page.goto('/outbox')
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      const link = page.getByRole('link', { name: `Edit “${entry.text}”` })
      // A message is named by its topic; what has just been sent is not edited.
      if ((await link.count()) === 0) return NOTHING_TO_DO
      const photo = model.photoOf(entry.text)
      await link.click()
      const gone = page.getByText(/no longer waiting|is being sent right now|has already been sent/)
      await titleOf(page).or(gone).first().waitFor()
      if (!(await titleOf(page).isVisible()) || (await gone.isVisible())) return
      const text = world.newText()
      world.note(`${entry.text} as ${text}`)
      await titleOf(page).fill(text)
      const save = page.getByRole('button', { name: 'Save and send' })
      if (!(await save.isVisible())) return
      const submitResult = await submitForm(phone, page, 'Save and send')
      world.note(submitResult)
      if (submitResult === 'failed') return
      model.replaced(entry.text)
      model.accepted(text, { owners: [entry.owner], photo })
    },
    async discard() {
      const page = await firstTab(world)
      const entry = await anyUnsent(page)
      if (entry === undefined) return NOTHING_TO_DO
      await page.goto('/outbox')
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      const button = page.getByRole('button', { name: `Discard “${entry.text}”` })
      if ((await button.count()) === 0) return NOTHING_TO_DO
      await button.click()
      await page
        .getByRole('dialog')
        .or(page.getByRole('alertdialog'))
        .getByRole('button', { name: 'Discard', exact: true })
        .click()
      await expect(page.getByText('Discarded', { exact: true }).first()).toBeVisible()
      world.note(entry.text)
      model.discarded(entry.text)
    },
    async sendNow() {
      const page = await anyTab(world)
      await page.goto('/outbox')
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      const button = page.getByRole('button', { name: 'Send now' }).first()
      if ((await button.count()) === 0) return NOTHING_TO_DO
      // It goes as soon as everything is sent.
      await button.click({ timeout: 2000 }).catch(() => undefined)
    },
  } satisfies Record<string, WalkAction>
}
