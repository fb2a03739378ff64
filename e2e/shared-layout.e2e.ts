import type { BrowserContextOptions } from '@playwright/test'
import { ORIGIN, administrator, expect, test } from './fixtures'
import { SIZES } from './sizes'

// The frame of every public page (spec 2.2).

const YEAR_SECONDS = 365 * 86_400

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport })

    test('the header stays at the top, and leads home, to the programme, the form and the sign-in', async ({
      page,
    }) => {
      await page.goto('/privacy')
      const header = page.getByRole('banner')
      // A page that is still being laid out may not take the first turn of the wheel.
      await expect(async () => {
        await page.mouse.wheel(0, 2000)
        await expect.poll(() => page.evaluate(() => scrollY), { timeout: 1000 }).toBeGreaterThan(500)
      }).toPass()
      expect((await header.boundingBox())?.y).toBe(0)

      const upcoming = header.getByRole('link', { name: 'Upcoming' })
      await expect(upcoming).toBeVisible({ visible: size === 'desktop' })
      await expect(header.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
      await expect(header.getByRole('link', { name: 'Profile' })).toHaveCount(0)
      await header.getByRole('link', { name: 'Add Event' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Create New Event' })).toBeVisible()
      await header.getByRole('link', { name: /home page/ }).click()
      await page.waitForURL(`${ORIGIN}/`)
      if (size === 'desktop') {
        expect(await upcoming.getAttribute('href')).toMatch(/^\/events\?filters=true/)
        await upcoming.click()
        await page.waitForURL(`${ORIGIN}/events`)
      }
    })

    test('the footer has its three columns, every link leads to its page, and the copyright names the guide', async ({
      page,
    }) => {
      await page.goto('/')
      const footer = page.getByRole('contentinfo')
      for (const column of ['App', 'Legal Information', 'Contact'])
        await expect(footer.getByRole('heading', { name: column, exact: true })).toBeVisible()
      await expect(footer.getByText(/^© \d{4} Ericeira Events/)).toBeVisible()
      for (const [path, heading] of [
        ['/download', 'Get the app'],
        ['/contacts', 'Support'],
        ['/terms', 'Terms of Use'],
        ['/eula', 'End User License Agreement'],
        ['/privacy', 'Privacy Policy'],
      ] as const) {
        await footer.locator(`a[href="${path}"]`).first().click()
        await page.waitForURL(ORIGIN + path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        // Read from the top, with the end of the page before in view.
        await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      }
    })
  })
}

test.describe('signed in', () => {
  test.use({ storageState: administrator })

  test('the header leads to the profile instead of the sign-in', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile')
    await expect(header.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  })
})

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BROWSERS = {
  'Chrome on an iPhone': {
    userAgent: `${IPHONE} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`,
    says: 'Get the iOS app for a better experience!',
    leadsTo: /^https:\/\/apps\.apple\.com\//,
  },
  'Safari on an iPhone': { userAgent: `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1` },
  'Chrome on Android': {
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/138.0.0.0 Mobile Safari/537.36',
    says: 'Android app coming soon! Stay tuned for updates.',
  },
  'another browser': {
    userAgent: 'Mozilla/5.0 (Mobile; rv:128.0) Gecko/128.0 Firefox/128.0',
    says: 'Download our mobile app for a better experience!',
    leadsTo: /^\/download$/,
  },
} satisfies Record<string, { userAgent: string; says?: string; leadsTo?: RegExp }>

test('the banner at the bottom of a phone says what there is for this browser, and stays away once dismissed', async ({
  browser,
}) => {
  for (const [name, { userAgent, ...banner }] of Object.entries(BROWSERS)) {
    const options: BrowserContextOptions = { userAgent, viewport: SIZES.phone, serviceWorkers: 'block' }
    const context = await browser.newContext({ ...options, baseURL: ORIGIN, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto('/')
    const region = page.getByRole('region', { name: 'Mobile app' })
    if (!('says' in banner)) {
      // Where the banners come, without this one.
      await expect(page.getByRole('complementary', { name: 'Notices' })).toBeAttached()
      await expect(region, name).toHaveCount(0)
      await context.close()
      continue
    }
    await expect(region, name).toContainText(banner.says)
    const box = await region.boundingBox()
    expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) - SIZES.phone.height), 'at the bottom').toBeLessThan(
      24,
    )
    const way = region.getByRole('link', { name: 'Download' })
    if ('leadsTo' in banner) expect(await way.getAttribute('href'), name).toMatch(banner.leadsTo)
    else await expect(way, name).toHaveCount(0)
    await page.setViewportSize(SIZES.desktop)
    await expect(region, 'on phones only').toBeHidden()
    await page.setViewportSize(SIZES.phone)

    await region.getByRole('button', { name: 'Dismiss' }).click()
    await expect(region).toHaveCount(0)
    const { expires = 0 } = (await context.cookies()).find((cookie) => cookie.name === 'mobile-banner') ?? {}
    expect(Math.abs(expires - Date.now() / 1000 - YEAR_SECONDS)).toBeLessThan(3600)
    await page.reload()
    await expect(page.getByRole('complementary', { name: 'Notices' })).toBeAttached()
    await expect(region, name).toHaveCount(0)
    await context.close()
  }
})
