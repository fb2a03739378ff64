import { expect, type Locator, type Page } from '@playwright/test'
import { randomFrom } from '@/domain/posters/poster'
import { FAULTS } from './gateway-faults'
import { LEAVING_MOMENTS, pressAndLeave } from './press-and-leave'
import type { WalkedPhone } from './simulated-device'
import { readStoredOutbox, type StoredEntry } from './stored-outbox'
import {
  draftStored,
  fillEventForm,
  fillMessageForm,
  openEventForm,
  openMessageForm,
  submitForm,
  titleOf,
  visit,
} from './walk-forms'
import { createModel, type ArrivedText } from './walk-model'

interface WalkDeps {
  phone: WalkedPhone
  seed: number
  steps: number
  /** Reads everything on the server whose text begins so. */
  arrived: (prefix: string) => Promise<ArrivedText[]>
}

/** An action that can do nothing returns this: another is picked in its place. */
const NOTHING_TO_DO = 'nothing to do'

/**
 * Model-based random test (a random walk) of one phone in a real browser: a visitor fills, submits, edits and discards in the real
 * pages; network, worker and browser fail. Accounts, photos, clocks and forms in two tabs are walked in process
 * (tests/offline/walk). Throws when an invariant of the model is broken; `log` has the actions until then.
 */
export async function walk({ phone, seed, steps, arrived }: WalkDeps, log: string[]) {
  const random = randomFrom(seed)
  const prefix = `Browser walk ${seed}: `
  const model = createModel(phone.gateway.deliveries)
  let texts = 0
  const note = (detail: string) => void (log[log.length - 1] += ` (${detail.replace(prefix, '')})`)
  const newText = () => `${prefix}text ${(texts += 1)}`
  const anyTab = () => phone.tab(random.between(0, phone.pages().length - 1))

  /** After a crash the tab is empty. */
  async function firstTab(): Promise<Page> {
    const page = await phone.tab(0)
    if (!page.url().startsWith(phone.origin)) await page.goto('/outbox')
    return page
  }

  async function write(page: Page) {
    const text = newText()
    const isEvent = random.between(1, 4) > 1
    await (isEvent ? openEventForm(page) : openMessageForm(page))
    model.overwritten(await (isEvent ? fillEventForm(page, text) : fillMessageForm(page, text)))
    note(text)
    return { page, text, button: isEvent ? ('Create Event' as const) : ('Send Message' as const) }
  }

  async function draft({ page, text }: { page: Page; text: string }): Promise<void> {
    await draftStored(page, text)
    model.note(text, 'drafted')
  }

  /** The page of the outbox, and one of its entries that waits. */
  async function anyUnsent() {
    const page = await firstTab()
    const entries = (await readStoredOutbox(page)).entries.filter(({ state }) => state !== 'sent')
    const entry = entries[random.between(0, entries.length - 1)]
    if (entry === undefined) return undefined
    await page.goto('/outbox')
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    return { page, text: entry.text }
  }

  const actions = {
    async submit() {
      const written = await write(await anyTab())
      const said = await submitForm(phone, written.page, written.button)
      note(said)
      if (said === 'failed') await draft(written)
      else model.note(written.text, 'accepted')
    },
    /** The tab is closed, or the browser killed, at some moment after the press. */
    async submitAndLose() {
      const written = await write(await anyTab())
      await draft(written)
      await phone.takeTime(written.page)
      const moment = random.pick(LEAVING_MOMENTS)
      const isKilled = random.between(1, 2) === 1
      note(`${isKilled ? 'killed' : 'closed'} after ${moment} ms`)
      await pressAndLeave(phone, written.page, { button: written.button, moment, isKilled })
    },
    halfWrite: async () => draft(await write(await anyTab())),
    async edit() {
      const unsent = await anyUnsent()
      if (unsent === undefined) return NOTHING_TO_DO
      const { page } = unsent
      const link = page.getByRole('link', { name: `Edit “${unsent.text}”` })
      // A message is named by its topic; what has just been sent is not edited.
      if (!(await pressed(link))) return NOTHING_TO_DO
      const gone = page.getByText(/no longer waiting|is being sent right now|has already been sent/)
      await titleOf(page).or(gone).first().waitFor()
      if (!(await titleOf(page).isVisible()) || (await gone.isVisible())) return
      const text = newText()
      note(`${unsent.text} as ${text}`)
      await titleOf(page).fill(text)
      if (!(await page.getByRole('button', { name: 'Save and send' }).isVisible())) return
      if ((await submitForm(phone, page, 'Save and send')) === 'failed') return
      model.note(unsent.text, 'replaced')
      model.note(text, 'accepted')
    },
    async discard() {
      const unsent = await anyUnsent()
      if (unsent === undefined) return NOTHING_TO_DO
      const { page, text } = unsent
      const button = page.getByRole('button', { name: `Discard “${text}”` })
      if (!(await pressed(button))) return NOTHING_TO_DO
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
      await expect(page.getByText('Discarded', { exact: true }).first()).toBeVisible()
      note(text)
      model.discarded(text)
    },
    /** For the next writing calls. */
    async faults() {
      const faults = Array.from({ length: random.between(1, 3) }, () => random.pick(FAULTS))
      note(faults.join(' '))
      phone.gateway.next(...faults)
    },
    offline: async () => (phone.isOffline() ? NOTHING_TO_DO : phone.setOffline(true)),
    online: async () => (phone.isOffline() ? phone.setOffline(false) : NOTHING_TO_DO),
    killWorker: () => phone.killWorkers(),
    killBrowser: () => phone.killBrowser(),
    openTab: async () =>
      phone.pages().length < 3 ? void (await (await phone.openTab()).goto('/outbox')) : NOTHING_TO_DO,
    closeTab: async () => (phone.pages().length < 2 ? NOTHING_TO_DO : (await anyTab()).close()),
  }
  /** How often each is picked beside the others. */
  const weights: Partial<Record<keyof typeof actions, number>> = {
    submit: 4,
    submitAndLose: 4,
    edit: 5,
    discard: 3,
    faults: 5,
    offline: 5,
    closeTab: 1,
  }
  const weighted = (Object.keys(actions) as (keyof typeof actions)[]).flatMap((name) =>
    Array.from({ length: weights[name] ?? 2 }, () => name),
  ) as [keyof typeof actions, ...(keyof typeof actions)[]]

  await visit({ phone })
  for (let step = 0; step < steps;) {
    const name = random.pick(weighted)
    log.push(name)
    if ((await actions[name]()) === NOTHING_TO_DO) {
      log.pop()
      continue
    }
    step += 1
    const page = await firstTab()
    model.checkDevice(await readStoredOutbox(page))
    await expectCountShown(page)
  }

  log.push('end')
  const last = await settleAll(phone)
  const rows = await arrived(prefix)
  const stored = await readStoredOutbox(last)
  model.checkEnd(stored, rows)
  const offered = stored.drafts.find(({ form }) => form === 'event/new')
  if (offered !== undefined) {
    await openEventForm(last)
    await expect(titleOf(last), 'the draft is offered').toHaveValue(offered.text)
  }
  expect(phone.uncaught, 'errors that no code has caught').toEqual([])
  return model.sum(rows)
}

/** The number in the header is the number on the disk. */
async function expectCountShown(page: Page): Promise<void> {
  const difference = async () => {
    const { entries } = await readStoredOutbox(page)
    const unsent = entries.filter(({ state }) => state !== 'sent').length
    const badge = page.getByRole('banner').getByRole('link', { name: /waiting to be sent/ })
    // The badge is read at once: it goes as soon as everything is sent, and to wait for it then would be for ever.
    const labels = await badge.evaluateAll((links) => links.map((link) => link.ariaLabel ?? ''))
    return Number.parseInt(labels[0] ?? '0', 10) - unsent
  }
  const message = 'the shown count minus the stored count'
  await expect.poll(difference, { message, timeout: 10_000 }).toBe(0)
}

/** What is sent meanwhile takes its controls away. */
async function pressed(control: Locator): Promise<boolean> {
  if ((await control.count()) === 0) return false
  return control.click({ timeout: 5000 }).then(
    () => true,
    () => false,
  )
}

const isWaiting = ({ state }: StoredEntry) => state !== 'sent' && state !== 'needs-attention'

/** All is well again, and everything that may be sent is. Resolves with the tab that is left. */
async function settleAll(phone: WalkedPhone): Promise<Page> {
  phone.gateway.heal()
  await phone.setOffline(false)
  const last = await phone.openTab()
  await last.goto('/outbox')
  for (const page of phone.pages()) if (page !== last) await page.close()
  await last.reload()
  const waiting = async () => {
    const entries = (await readStoredOutbox(last)).entries.filter(isWaiting)
    const button = last.getByRole('button', { name: 'Send now' }).first()
    if (entries.length > 0) await button.click({ timeout: 1000 }).catch(() => undefined)
    return entries.map(({ text, state, error }) => `${text}: ${state} ${error ?? ''}`)
  }
  await expect.poll(waiting, { message: 'what waits', timeout: 60_000, intervals: [500] }).toEqual([])
  return last
}
