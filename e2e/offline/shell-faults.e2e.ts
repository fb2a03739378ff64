import type { Page } from '@playwright/test'
import { expect, settled, test as base } from '../support/fixtures'
import { photoOf, publishEvent } from '../support/published-event'
import { todaysBuild } from '../versions/client-builds'
import { InstalledPhone, controlled } from '../versions/installed-phone'

// The app itself stays on a device: each file of the shell is as it was built, and comes back whatever becomes of the caches.

/** A phone that has never been here, and the app of today. */
const test = base.extend<{ newcomer: InstalledPhone }>({
  newcomer: async ({ server, launchOptions }, use) => {
    const phone = await InstalledPhone.start(server.origin, launchOptions)
    await phone.deployment.deploy(await todaysBuild())
    await use(phone)
    await phone.close()
  },
})

/** The file of a page that only the worker fetches while another page is open. */
const FILE_OF_TERMS = /^\/assets\/terms-route-/

async function opensOffline(phone: InstalledPhone, page: Page): Promise<void> {
  await phone.setOffline(true)
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible()
  await page.goto('/events')
  await expect(page.getByRole('article').first()).toBeVisible()
}

test(
  'a shell of which one file is a portal’s page is not installed; the next visit fetches what is left, and the app opens offline',
  { tag: '@gate' },
  async ({ newcomer: phone }) => {
    phone.deployment.failFiles(FILE_OF_TERMS, 'portal', Number.POSITIVE_INFINITY)
    const page = await phone.openTab('/events')
    await page.evaluate(firstInstallationFails)
    phone.deployment.failFiles(FILE_OF_TERMS, 'portal', 0)
    await page.reload()
    await controlled(page)
    await settled(page)
    await opensOffline(phone, page)
  },
)

test('a device whose caches were deleted has the whole guide again after one visit, and says so until then', async ({
  newcomer: phone,
}) => {
  const page = await phone.openTab('/events')
  await controlled(page)
  await settled(page)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  // The browser's own cache would repair the shell otherwise.
  const devTools = await phone.context.newCDPSession(page)
  await devTools.send('Network.clearBrowserCache')
  phone.deployment.failFiles(FILE_OF_TERMS, 'unavailable', Number.POSITIVE_INFINITY)
  await page.goto('/on-this-device')
  const incomplete = page.getByText(/^The site may not open/)
  await expect(incomplete).toBeVisible()
  const refresh = page.getByRole('button', { name: /^(?:Update|Download all events)$/ })
  await refresh.click()
  await expect(page.getByText('but the site may not open without a connection')).toBeVisible({
    timeout: 60_000,
  })
  await expect(incomplete).toBeVisible()

  phone.deployment.failFiles(FILE_OF_TERMS, 'unavailable', 0)
  await page.reload()
  await settled(page)
  await refresh.click()
  await expect(page.getByText('Everything is up to date.')).toBeVisible({ timeout: 60_000 })
  await expect(incomplete).toBeHidden()
  await opensOffline(phone, page)
})

test('a device whose caches were deleted has the whole guide again after one visit, without a press', async ({
  newcomer: phone,
}) => {
  const page = await phone.openTab('/events')
  await controlled(page)
  await settled(page)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  const devTools = await phone.context.newCDPSession(page)
  await devTools.send('Network.clearBrowserCache')
  await page.goto('/events')
  await settled(page)
  await expect.poll(() => page.evaluate(isShellWhole), { timeout: 30_000 }).toBe(true)
  await opensOffline(phone, page)
})

/** Runs in the page: the browser drops a registration whose first worker could not be installed. */
async function firstInstallationFails(): Promise<void> {
  const { installing } = await navigator.serviceWorker.register('/sw.js')
  await new Promise<void>((resolve) => {
    const settle = () => {
      if (installing === null || installing.state === 'redundant') resolve()
    }
    installing?.addEventListener('statechange', settle)
    settle()
  })
}

/** Runs in the page: what the worker says of the shell, as 'On this device' does. */
async function isShellWhole(): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const reply = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<{ isComplete: boolean }>) =>
      resolve(data.isComplete),
    )
  })
  port1.start()
  navigator.serviceWorker.controller?.postMessage({ type: 'CHECK_SHELL' }, [port2])
  return reply
}

/** Runs in the page: addresses of the images that are cached. */
async function cachedImages(): Promise<string[]> {
  const requests = await (await caches.open('photos')).keys()
  return requests.map(({ url }) => new URL(url).pathname)
}

/** Runs in the page: whether an image can be shown. */
async function shows(path: string): Promise<boolean> {
  const image = new Image()
  image.src = path
  return image.decode().then(
    () => true,
    () => false,
  )
}

test('an image that breaks off, or for which a portal answers, is missing alone, and comes the next time', async ({
  newcomer: phone,
  server,
}) => {
  for (const height of [500, 501]) await publishEvent({ photo: await photoOf(800, height) }, server)
  const page = await phone.openTab('/events')
  await controlled(page)
  await settled(page)
  // The worker that controls the page now serves it.
  await page.reload()
  await expect.poll(async () => (await page.evaluate(cachedImages)).length).toBeGreaterThan(1)
  const before = await page.evaluate(cachedImages)
  for (const [index, fault] of (['broken-off', 'portal'] as const).entries()) {
    const full = (before[index] ?? '').replace(/-\w+\.\w+$/, '-full.jpg')
    await test.step(fault, async () => {
      phone.deployment.failFiles(/-full\.jpg$/, fault, 1)
      // In place of a portal's page another size is shown.
      expect(await page.evaluate(shows, full)).toBe(fault === 'portal')
      expect(await page.evaluate(cachedImages)).toEqual(expect.arrayContaining(before))
      expect(await page.evaluate(cachedImages)).not.toContain(full)
      await expect
        .poll(async () => {
          // The file is not fetched as an image: the page has one of this address already.
          await page.evaluate(async (path) => void (await (await fetch(path)).blob()), full)
          return page.evaluate(cachedImages)
        })
        .toContain(full)
    })
  }
})

test('addresses that are typed or cut wrongly open with no network as they do with one', async ({
  newcomer: phone,
}) => {
  const page = await phone.openTab('/events')
  await controlled(page)
  await settled(page)
  await phone.setOffline(true)
  await page.goto('/language/pt')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos os eventos na Ericeira')
  await page.goto('/events).&utm_source=chat&q=fado')
  await expect(page).toHaveURL(/\/events\?q=fado$/)
  await page.goto('/places/caf%C3')
  await expect(page).toHaveTitle(/^Página não encontrada · /)
})
