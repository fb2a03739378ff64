import type { Page } from '@playwright/test'
import { expect, settled, test as base } from '../support/fixtures'
import { killed, nextBuild, todaysBuild, type ClientBuild } from '../versions/client-builds'
import { InstalledPhone, checkForUpdate, controlled, isMarked, reloaded } from '../versions/installed-phone'

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

const prompt = (page: Page) => page.getByText('A new version is ready')
const acceptUpdate = (page: Page) => page.getByRole('button', { name: 'Reload' }).click()
/** Resolves when the page runs this build. A tab in the background paints no frames, by which it would be asked. */
async function runs(page: Page, build: ClientBuild): Promise<void> {
  const [, entry = ''] = /src="(\/assets\/index-[^"]+)"/.exec(String(build.get('index.html'))) ?? []
  await page.waitForFunction((src) => document.querySelector(`script[src="${src}"]`) !== null, entry, {
    polling: 250,
  })
}

test('today’s next build comes by prompt, not while a form is dirty or an entry is being sent, and in all tabs', async ({
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
})

test('the kill switch takes worker and caches, and neither what waits nor what is being written', async ({
  installed: phone,
  builds,
}) => {
  await phone.deployment.deploy(builds.today)
  const page = await phone.openTab('/contacts')
  await controlled(page)
  await settled(page)
  await fillMessage(page)
  await phone.setOffline(true)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText(/^Saved on this device/).first()).toBeVisible()
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
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  expect(await isMarked(writing)).toBe(true)
  await expect(writing.getByLabel('Message', { exact: true })).toHaveValue(MESSAGE)
  phone.deployment.setWrites('through')
  // The browser says this once there is a network.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect
    .poll(() => phone.deployment.writes.filter((call) => call.endsWith('/contact-form')))
    .toHaveLength(1)
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
