import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { fillEvent } from '../support/event-form'
import { asAdmin, expect, settled, test as base } from '../support/fixtures'
import { killed, nextBuild, todaysBuild } from '../versions/client-builds'
import type { ClientBuild } from '../versions/client-builds'
import {
  InstalledPhone,
  checkForUpdate,
  controlled,
  isMarked,
  mark,
  reloaded,
} from '../versions/installed-phone'
import { readStoredOutbox } from '../walk/stored-outbox'

interface Builds {
  today: ClientBuild
  /** The one after it. */
  next: ClientBuild
  /** Today's build with the kill switch. */
  killSwitch: ClientBuild
}

const test = base.extend<{ installed: InstalledPhone }, { builds: Builds }>({
  installed: async ({ server, launchOptions }, use) => {
    const phone = await InstalledPhone.start(server.origin, launchOptions)
    await use(phone)
    await phone.close()
  },
  builds: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const [today, next] = await Promise.all([todaysBuild(), nextBuild()])
      await use({ today, next, killSwitch: await killed(today) })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const photo = async () => ({
  name: 'poster.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 600, height: 800, channels: 3, background: '#267' } })
    .jpeg()
    .toBuffer(),
})

const prompt = (page: Page) => page.getByText('A new version is ready')
const acceptUpdate = (page: Page) => page.getByRole('button', { name: 'Reload' }).click()
const submit = (page: Page) => page.getByRole('button', { name: 'Create Event' }).click()
const saved = (page: Page) => expect(page.getByText(/^Saved on this device/).first()).toBeVisible()

/** Resolves when the page runs this build. A tab in the background paints no frames, by which it would be asked. */
async function runs(page: Page, build: ClientBuild): Promise<void> {
  const [, entry = ''] = /src="(\/assets\/index-[^"]+)"/.exec(String(build.get('index.html'))) ?? []
  await page.waitForFunction((src) => document.querySelector(`script[src="${src}"]`) !== null, entry, {
    polling: 250,
  })
}

async function arrivedWith(origin: string, title: string): Promise<unknown[]> {
  const { items } = (await asAdmin('/backoffice/events?per_page=100', { origin })) as {
    items: { title: string }[]
  }
  return items.filter((event) => event.title === title)
}

/** Waits until nothing is unsent. */
async function allSent(page: Page): Promise<void> {
  await expect
    .poll(async () => (await readStoredOutbox(page)).entries.map(({ state }) => state), { timeout: 30_000 })
    .not.toContainEqual(expect.not.stringMatching(/^sent$/))
}

test('today’s next build comes by prompt, not while a form is dirty or an entry is being sent, in all tabs, and goes back', async ({
  installed: phone,
  builds,
}) => {
  await phone.deployment.deploy(builds.today)
  const asked = await phone.openTab('/events')
  await controlled(asked)
  await settled(asked)
  const writing = await phone.openTab('/contacts')
  await fillMessage(writing)
  await phone.deployment.deploy(builds.next)
  await checkForUpdate(asked)
  await expect(prompt(asked)).toBeVisible()
  await expect(prompt(writing)).toBeHidden()
  await acceptUpdate(asked)
  await expect(asked.getByText('Something unfinished is open in another tab.')).toBeVisible()

  phone.deployment.setWrites('held')
  await writing.getByRole('button', { name: 'Send Message' }).click()
  await expect(writing.getByText('Saved on this device, sending...').first()).toBeVisible()
  await acceptUpdate(asked)
  await expect(asked.getByRole('button', { name: 'Reload' })).toHaveAttribute('aria-busy', 'true')
  const third = await phone.openTab('/outbox')
  await runs(third, builds.today)
  expect(await Promise.all([asked, writing, third].map(isMarked))).toEqual([true, true, true])
  phone.deployment.setWrites('through')
  for (const tab of [asked, writing, third]) await runs(tab, builds.next)

  await phone.setOffline(true)
  await asked.reload()
  await runs(asked, builds.next)
  await asked.goto('/privacy')
  await expect(asked.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await asked.goto('/events')
  await expect(asked.getByRole('article').first()).toBeVisible()

  // Back to the build before, whose databases a later one has changed meanwhile.
  await asked.goto('/add-event')
  const title = `Before the way back ${Date.now()}`
  await fillEvent(asked, { title })
  await submit(asked)
  await saved(asked)
  phone.deployment.setWrites('lost')
  await phone.deployment.deploy(builds.today)
  await phone.setOffline(false)
  await checkForUpdate(asked)
  await expect(prompt(asked)).toBeVisible()
  await asked.evaluate(raiseVersions)
  await acceptUpdate(asked)
  await runs(asked, builds.today)
  phone.deployment.setWrites('through')
  await asked.goto('/outbox')
  await expect(asked.getByRole('heading', { name: title })).toBeVisible()
  await allSent(asked)
  await asked.goto('/events')
  await expect(asked.getByRole('article').first()).toBeVisible()
})

test('a build that does not arrive whole, or has no room, is not offered; the one before goes on', async ({
  installed: phone,
  builds,
}) => {
  await phone.deployment.deploy(builds.today)
  const page = await phone.openTab('/events')
  await controlled(page)
  await settled(page)
  await phone.deployment.deploy(builds.next)
  phone.deployment.failFiles(/^\/assets\/.*\.js$/, 'broken-off', Number.POSITIVE_INFINITY)
  await installFails(page)
  phone.deployment.failFiles(/^\/assets\/.*\.js$/, 'broken-off', 0)
  const devTools = await phone.context.newCDPSession(page)
  const origin = new URL(page.url()).origin
  await devTools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await installFails(page)
  await devTools.send('Storage.overrideQuotaForOrigin', { origin })
  await expect(prompt(page)).toBeHidden()
  await phone.setOffline(true)
  await page.goto('/terms')
  await runs(page, builds.today)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await phone.setOffline(false)
  await checkForUpdate(page)
  await expect(prompt(page)).toBeVisible()
})

test('the kill switch takes worker and caches, and neither what waits nor what is being written', async ({
  installed: phone,
  builds,
  server,
}) => {
  const title = `Outlives the worker ${Date.now()}`
  await phone.deployment.deploy(builds.today)
  const page = await phone.openTab('/events')
  await controlled(page)
  await settled(page)
  await phone.setOffline(true)
  await page.goto('/add-event')
  await fillEvent(page, { title, photo: await photo() })
  await submit(page)
  await saved(page)
  await page.goto('/outbox')
  await mark(page)
  phone.deployment.setWrites('lost')
  await phone.setOffline(false)
  const writing = await phone.openTab('/contacts')
  await fillMessage(writing)

  await phone.deployment.deploy(builds.killSwitch)
  await checkForUpdate(writing)
  await reloaded(page, 30_000)
  await expect.poll(() => writing.evaluate(() => caches.keys())).toEqual([])
  const response = await page.goto('/outbox')
  expect(response?.fromServiceWorker()).toBe(false)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(await isMarked(writing)).toBe(true)
  await expect(writing.getByLabel('Message', { exact: true })).toHaveValue(MESSAGE)

  phone.deployment.setWrites('through')
  // The browser says this once there is a network; the entry may have been sent by itself already.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await allSent(page)
  await phone.deployment.deploy(builds.today)
  await page.close()
  await writing.close()
  const isServedByWorker = async () => {
    const tab = await phone.context.newPage()
    const served = await tab.goto('/outbox')
    await expect(tab.getByRole('heading', { name: title })).toBeVisible()
    await tab.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await tab.close()
    return served?.fromServiceWorker()
  }
  await expect.poll(isServedByWorker, { timeout: 30_000 }).toBe(true)
  expect(await arrivedWith(server.origin, title)).toHaveLength(1)
})

test('a dialog whose chunk is missing leaves its page as it is, and opens when the chunk is there', async ({
  installed: phone,
  builds,
}) => {
  // No worker is installed without that chunk, either.
  const incomplete = [...builds.today].filter(([path]) => !path.includes('forgot-password-dialog'))
  await phone.deployment.deploy(new Map(incomplete))
  const page = await phone.openTab('/login')
  const email = page.getByLabel('Email')
  await email.fill('ana@example.com')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  await expect(page.getByRole('dialog', { name: 'This part couldn’t be loaded' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(email).toHaveValue('ana@example.com')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  await phone.deployment.deploy(builds.today)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Forgot Password?' })).toBeVisible()
})

const MESSAGE = 'The map of the beach is upside down.'

async function fillMessage(page: Page): Promise<void> {
  await page
    .locator('main form:not([inert] *)')
    .filter({ has: page.getByLabel('First name') })
    .waitFor()
  await page.getByLabel('First name').fill('Rita')
  await page.getByLabel('Last name').fill('Mar')
  await page.getByLabel('Email').fill('rita@example.com')
  await page.getByLabel('Topic').selectOption({ label: 'Feedback' })
  await page.getByLabel('Message', { exact: true }).fill(MESSAGE)
}

/** The browser looks for a new worker, whose installation fails. */
async function installFails(page: Page): Promise<void> {
  const outcome = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const found = new Promise<ServiceWorker | null | undefined>((resolve) =>
      registration?.addEventListener('updatefound', () => resolve(registration.installing), { once: true }),
    )
    await registration?.update()
    const worker = await found
    return new Promise<string | undefined>((resolve) => {
      const settle = () => worker?.state !== 'installing' && resolve(worker?.state)
      worker?.addEventListener('statechange', settle)
      settle()
    })
  })
  expect(outcome).toBe('redundant')
}

/* oxlint-disable unicorn/consistent-function-scoping -- the functions are sent to the page, which has nothing of this file */

/** Runs in the page: what a later version may do to the databases. */
async function raiseVersions(): Promise<void> {
  for (const { name = '', version = 1 } of await indexedDB.databases()) {
    if (!name.startsWith('ericeira-')) continue
    const opening = indexedDB.open(name, version + 100)
    await new Promise<void>((resolve, reject) => {
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('of-a-later-version'))
      opening.addEventListener('success', () => resolve())
      opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
    })
    opening.result.close()
  }
}
