import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { randomFrom } from '../../src/domain/seeded-random'
import { login, signedInAs } from '../accounts'
import type { Person } from '../accounts'
import { settled } from '../fixtures'
import { FAULTS } from './faulty-gateway'
import { readStoredOutbox, storeDamagedEntry } from './stored-outbox'
import type { StoredEntry } from './stored-outbox'
import { fillEventForm, fillMessageForm, submitForm } from './walk-forms'
import type { WalkedPhoto } from './walk-forms'
import { createModel } from './walk-model'
import type { ArrivedText } from './walk-model'
import type { WalkedPhone } from './walked-phone'

export interface WalkParts {
  phone: WalkedPhone
  people: readonly { person: Person; id: string }[]
  photo: WalkedPhoto
  steps: number
  /** Everything on the server whose text begins so. */
  arrived: (prefix: string) => Promise<ArrivedText[]>
}

/** When a tab or the browser goes after the button was pressed, ms. */
const MOMENTS = [0, 20, 60, 150, 400] as const
const HOUR = 3_600_000

/**
 * Model-based random test (a random walk) of one phone: the person fills, submits, edits, discards, signs in and out in the real
 * pages; network, worker, browser, clock and disk fail. Throws when an invariant of the model is broken; `log` has the
 * actions until then.
 */
export async function walk(seed: number, parts: WalkParts, log: string[]): Promise<void> {
  const { phone, people, photo } = parts
  const { between, pick } = randomFrom(seed)
  const prefix = `Browser walk ${seed} `
  const model = createModel()
  let texts = 0
  let build = 1

  const newText = () => `${prefix}text ${(texts += 1)}`
  const anyTab = () => phone.tab(between(0, phone.pages().length - 1))
  const maybePhoto = () => (between(1, 4) === 1 ? photo : undefined)

  async function owner(page: Page): Promise<string | null> {
    const user = await signedInAs(page)
    return people.find(({ person }) => person.email === user?.email)?.id ?? null
  }

  /** Somewhere that has the guide's storage; after a crash the tab is empty. */
  async function here(): Promise<Page> {
    const page = await phone.tab(0)
    if (!page.url().startsWith(phone.origin)) await page.goto('/outbox')
    return page
  }

  /** The first visit: from then on no network is needed. */
  async function visit(): Promise<void> {
    const page = await phone.tab(0)
    await page.goto('/add-event')
    await settled(page)
  }

  async function anyUnsent(page: Page): Promise<StoredEntry | undefined> {
    const me = await owner(page)
    const entries = (await readStoredOutbox(page)).entries.filter(
      (entry) => entry.state !== 'sent' && (entry.owner === null || entry.owner === me),
    )
    return entries[between(0, entries.length - 1)]
  }

  async function fill(page: Page, text: string): Promise<'Create Event' | 'Send Message'> {
    const isEvent = between(1, 4) > 1
    const restored = isEvent
      ? await fillEventForm(page, text, maybePhoto())
      : await fillMessageForm(page, text)
    model.overwritten(restored)
    return isEvent ? 'Create Event' : 'Send Message'
  }

  async function stored(page: Page, text: string): Promise<void> {
    await expect
      .poll(async () => (await readStoredOutbox(page)).drafts, { message: 'the draft is stored' })
      .toContain(text)
    model.drafted(text, await owner(page))
  }

  const actions = {
    async submit() {
      const page = await anyTab()
      const text = newText()
      const button = await fill(page, text)
      const me = await owner(page)
      if ((await submitForm(phone, page, button)) !== 'failed') model.accepted(text, me)
      else await stored(page, text)
    },
    async submitAndLose() {
      const page = await anyTab()
      const text = newText()
      const button = await fill(page, text)
      await stored(page, text)
      await phone.takeTime(page)
      const pressed = page.getByRole('button', { name: button, exact: true }).click()
      await Promise.race([pressed, new Promise((resolve) => setTimeout(resolve, pick(MOMENTS)))])
      pressed.catch(() => undefined)
      if (between(1, 2) === 1) await phone.killBrowser()
      else {
        await phone.openTab()
        await page.close()
      }
    },
    async halfWrite() {
      const page = await anyTab()
      const text = newText()
      await fill(page, text)
      await stored(page, text)
    },
    async edit() {
      const page = await here()
      const entry = await anyUnsent(page)
      if (entry === undefined) return
      await page.goto('/outbox')
      const link = page.getByRole('link', { name: `Edit “${entry.text}”` })
      // A message is named by its topic.
      if ((await link.count()) === 0) return
      await link.click()
      const field = page.getByLabel('Title', { exact: true })
      const gone = page.getByText(/no longer waiting|is being sent right now|has been sent already/)
      await field.or(gone).first().waitFor()
      if (!(await field.isVisible()) || (await gone.isVisible())) return
      const text = newText()
      await field.fill(text)
      const save = page.getByRole('button', { name: 'Save and send' })
      if (!(await save.isVisible())) return
      if ((await submitForm(phone, page, 'Save and send')) === 'failed') return
      model.replaced(entry.text)
      model.accepted(text, entry.owner)
    },
    async discard() {
      const page = await here()
      const entry = await anyUnsent(page)
      if (entry === undefined) return
      await page.goto('/outbox')
      const button = page.getByRole('button', { name: `Discard “${entry.text}”` })
      if ((await button.count()) === 0) return
      await button.click()
      await page
        .getByRole('dialog')
        .or(page.getByRole('alertdialog'))
        .getByRole('button', { name: 'Discard', exact: true })
        .click()
      await expect(page.getByText('Discarded', { exact: true }).first()).toBeVisible()
      model.discarded(entry.text, true)
    },
    async sendNow() {
      const page = await anyTab()
      await page.goto('/outbox')
      const button = page.getByRole('button', { name: 'Send now' }).first()
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      if ((await button.count()) > 0) await button.click({ timeout: 2000 }).catch(() => undefined)
    },
    async faults() {
      const faults = Array.from({ length: between(1, 3) }, () => pick(FAULTS))
      log.push(faults.join(' '))
      phone.gateway.next(...faults)
    },
    offline: () => phone.setOffline(true),
    online: () => phone.setOffline(false),
    killWorker: () => phone.killWorkers(),
    killBrowser: () => phone.killBrowser(),
    async openTab() {
      if (phone.pages().length < 3) await (await phone.openTab()).goto('/outbox')
    },
    async sharePhoto() {
      const page = await anyTab()
      await page.goto('/outbox')
      await sharePhoto(page, photo)
      await page.waitForURL(/\/add-event/)
      await expect(page.getByAltText('Preview of your photo')).toBeVisible()
    },
    async signIn() {
      if (phone.isOffline()) return
      const page = await here()
      if ((await signedInAs(page)) !== undefined) return
      phone.gateway.heal()
      await login(page, pick(people as [(typeof people)[number], ...typeof people]).person)
    },
    async signOut() {
      const page = await here()
      if ((await signedInAs(page)) === undefined) return
      await page.goto('/profile')
      await page.getByRole('button', { name: 'Sign out' }).first().click()
      const keep = page.getByRole('button', { name: 'Keep for this account' })
      const out = page.getByRole('heading', { name: 'Welcome Back' })
      await keep.or(out).first().waitFor()
      if (await keep.isVisible()) await keep.click()
      await out.waitFor()
    },
    async clockJumps() {
      await phone.setClockError(await here(), between(-26, 26) * HOUR)
    },
    async clockRight() {
      await phone.setClockError(await here(), 0)
    },
    async damage() {
      const page = await here()
      await storeDamagedEntry(page, crypto.randomUUID())
      model.damaged()
      // Nothing tells the page of what another program writes.
      await page.reload()
    },
    async fullDisk() {
      await here()
      await phone.setQuota(1)
      const page = await anyTab()
      const text = newText()
      const button = await fill(page, text)
      const me = await owner(page)
      if ((await submitForm(phone, page, button)) !== 'failed') model.accepted(text, me)
      // Nothing can be stored, and the form still has it.
      else
        await expect(
          page.getByLabel(button === 'Create Event' ? 'Title' : 'Message', { exact: true }),
        ).toHaveValue(text)
      await phone.setQuota(undefined)
    },
    async cleared() {
      // Systems clear what is not in use.
      for (const page of phone.pages()) await page.goto('about:blank')
      await phone.clearStorage()
      model.cleared()
      // Without a worker the guide needs a network to begin with.
      await phone.setOffline(false)
      await visit()
    },
    async newBuild() {
      build += 1
      phone.gateway.setBuild(build)
      const page = await here()
      if (phone.isOffline()) return
      await page
        .evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
        .catch(() => undefined)
      const update = page.getByRole('button', { name: 'Update', exact: false })
      if (await update.isVisible()) await update.click()
    },
  }
  const rare = [
    'cleared',
    'damage',
    'fullDisk',
    'newBuild',
    'clockJumps',
    'clockRight',
    'openTab',
    'signOut',
    'sharePhoto',
  ]
  const usual = Object.keys(actions).filter((name) => !rare.includes(name))
  const names = [
    ...Object.keys(actions),
    ...usual,
    'submit',
    'submit',
    'submitAndLose',
    'faults',
    'faults',
    'edit',
  ]

  await visit()

  for (let step = 0; step < parts.steps; step += 1) {
    const name = pick(names as [string, ...string[]]) as keyof typeof actions
    log.push(name)
    await actions[name]()
    const page = await here()
    model.checkDevice(await readStoredOutbox(page))
    await expectCountShown(page)
  }

  log.push('end')
  phone.gateway.heal()
  await phone.setOffline(false)
  const last = await phone.openTab()
  await last.goto('/outbox')
  await phone.setClockError(last, 0)
  for (const page of phone.pages()) if (page !== last) await page.close()
  await last.reload()
  await settle(last)
  for (const { person } of people) {
    if ((await signedInAs(last)) !== undefined) await actions.signOut()
    await login(last, person)
    await last.goto('/outbox')
    await settle(last)
  }
  model.checkEnd(await readStoredOutbox(last), await parts.arrived(prefix))

  /** Until nothing that may be sent now waits: what was refused waits for the person, and other accounts' for their account. */
  async function settle(page: Page): Promise<void> {
    const me = await owner(page)
    await expect
      .poll(
        async () => {
          const { entries } = await readStoredOutbox(page)
          const waiting = entries.filter(
            (entry) =>
              (entry.state === 'queued' ||
                entry.state === 'sending' ||
                (entry.state === 'paused-sign-in' && entry.owner === me)) &&
              (entry.owner === null || entry.owner === me),
          )
          const button = page.getByRole('button', { name: 'Send now' }).first()
          if (waiting.length > 0 && (await button.isEnabled().catch(() => false)))
            await button.click({ timeout: 1000 }).catch(() => undefined)
          return waiting.map(({ text, state, error }) => `${text}: ${state} ${error ?? ''}`)
        },
        { message: 'what waits', timeout: 60_000, intervals: [500] },
      )
      .toEqual([])
  }
}

/** The number in the header is the number on the disk. */
async function expectCountShown(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const { entries, damaged } = await readStoredOutbox(page)
        const unsent = entries.filter(({ state }) => state !== 'sent').length + damaged
        const badge = page.getByRole('banner').getByRole('link', { name: /waiting to be sent/ })
        const shown =
          (await badge.count()) === 0
            ? 0
            : Number.parseInt((await badge.getAttribute('aria-label')) ?? '', 10)
        return shown - unsent
      },
      { message: 'the shown count minus the stored count', timeout: 10_000 },
    )
    .toBe(0)
}

/** As the system's share sheet does: a form posted to the manifest's share target. */
async function sharePhoto(page: Page, { name, mimeType, buffer }: WalkedPhoto): Promise<void> {
  await page.evaluate(
    async ([bytes, fileName, type]) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: '/add-event', enctype: 'multipart/form-data' })
      const input = document.createElement('input')
      Object.assign(input, { type: 'file', name: 'photo' })
      const files = new DataTransfer()
      files.items.add(
        new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], fileName, { type }),
      )
      input.files = files.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [buffer.toString('base64'), name, mimeType] as const,
  )
}
