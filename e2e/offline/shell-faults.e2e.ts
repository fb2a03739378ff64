import { expect, settled, test as base } from '../support/fixtures'
import { todaysBuild } from '../versions/client-builds'
import { InstalledPhone, controlled } from '../versions/installed-phone'

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

test(
  'a shell of which one file is a portal’s page is not installed; the next visit fetches what is left, and the app opens offline',
  { tag: '@gate' },
  async ({ newcomer: phone }) => {
    phone.deployment.setPortal(FILE_OF_TERMS)
    const page = await phone.openTab('/events')
    await page.evaluate(firstInstallationFails)
    phone.deployment.setPortal(undefined)
    await page.reload()
    await controlled(page)
    await settled(page)
    await phone.setOffline(true)
    await page.goto('/terms')
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible()
    await page.goto('/events')
    await expect(page.getByRole('article').first()).toBeVisible()

    // Addresses that are typed or cut wrongly open as they do with a network.
    await page.goto('/language/pt')
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/events).&utm_source=chat&q=fado')
    await expect(page).toHaveURL(/\/events\?q=fado$/)
    await page.goto('/places/caf%C3')
    await expect(page).toHaveTitle(/^Página não encontrada · /)
  },
)

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
